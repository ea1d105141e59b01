"""Holds the engine cuda to the reference engine, in the simulator: a program of its own.

What it simulates is decided when Numba is imported, so no other test may have done that before.
Arguments are games, each a name with parameters; what differs is printed, and the exit status is 1.
"""

import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from boardproof.engines.cuda.engine import CudaEngine
from boardproof.engines.plain.reference import ReferenceEngine
from boardproof.errors import TooLarge
from boardproof.faces.cli.options import load_rules
from boardproof.ir.rules import Rules
from boardproof.limits import Limits, TooMany
from boardproof.statespace.goals import Aim, Goal

#: A game with more positions is followed only a few moves far.
SMALL = 150
FEW = 2


def answers(engine: Any, rules: Rules, small: bool) -> Iterator[tuple[str, Any]]:
    """Yield what an engine says about a game: all of it, or its first plies."""
    start, limits = engine.initial(), Limits(threads=1)
    yield "perft", engine.perft(start, FEW)
    results = [Aim(results=frozenset({"draw"}))]
    results += [Aim(results=frozenset({f"{player} wins"})) for player in rules.game.players]
    seen = engine.survey(results, limits, None if small else FEW)
    yield "survey", (seen.positions, seen.complete, [sight.by_ply for sight in seen.sights])
    yield "ways", [sight.way is None or len(sight.way) for sight in seen.sights]
    if not small:
        return
    count = engine.enumerate(limits)
    yield "count", (count.positions, count.moves, count.by_ply, count.over, count.stuck)
    yield "length", (count.shortest, count.longest)
    solved = engine.solve(limits)
    yield "values", solved.counts
    after = [position for _, position in engine.successors(start)]
    yield "solution", [solved.look(position) for position in [start, *after]]
    sides = range(1, len(rules.game.players) + 1)
    groups = [frozenset(g) for k in sides for g in combinations(rules.game.players, k)]
    forced = engine.attract([Goal(who, aim) for who in groups for aim in results], limits)
    yield "forced", (forced.counts, forced.forced(start))


def is_small(rules: Rules, most: int) -> bool:
    """Whether a game has few positions."""
    try:
        ReferenceEngine(rules).enumerate(Limits(threads=1).bounded(most, None))
    except TooMany:
        return False
    return True


def differences(rules: Rules, most: int = SMALL) -> list[str]:
    """List the questions that the two engines answer differently.

    Of a game with more positions than so many, only the first plies are asked about.
    """
    try:
        engine = CudaEngine(rules)
    except TooLarge as refusal:
        print(f"{rules.game.identity} is refused: {refusal}")
        return []
    small = is_small(rules, most)
    rights = answers(ReferenceEngine(rules), rules, small)
    pairs = zip(rights, answers(engine, rules, small), strict=True)
    return [f"{name}: {right}, not {got}" for (name, right), (_, got) in pairs if right != got]


def main(games: list[str]) -> int:
    """Compare the engines on some games."""
    wrong = 0
    for text in games:
        name, *words = text.split()
        for line in differences(load_rules(name, tuple(words))):
            print(f"{text}: {line}")
            wrong += 1
    print(f"{len(games)} games compared")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
