"""Holds machine code to the reference engine where circles differ in worth: a program of its own.

Machine code is run as Python (NUMBA_DISABLE_JIT=1, before Numba is imported), so that none is made.
Arguments are rulebooks, each a name with parameters; what differs is printed, and the exit status
is 1.
"""

import sys
from collections.abc import Iterator
from typing import Any

from boardproof.analysis.endless import endless_result_at
from boardproof.engines.contract import Engine, make_engine
from boardproof.errors import RuleBroken
from boardproof.faces.cli.options import load_rules
from boardproof.ir.rules import Rules
from boardproof.positions.notation import read_position
from boardproof.positions.position import Position
from boardproof.statespace.goals import Aim, Attraction, goals_of, with_endless
from boardproof.statespace.graph import StateGraph


def goals(rules: Rules) -> list[Any]:
    """List every goal of every coalition: each result, and a draw at least."""
    words = ["draw", *(f"{player} wins" for player in rules.game.players)]
    aims = [Aim(results=frozenset(some)) for some in (*([word] for word in words), words[:2])]
    return [with_endless(goal, rules)[0] for goal in goals_of(rules.game.players, aims)]


def lost(engine: Engine, forced: Attraction, starts: list[Position]) -> Iterator[str]:
    """Yield the goals that are promised, and that who follows the moves chosen does not come to."""
    for number, goal in enumerate(forced.goals):
        for start in (one for one in starts if forced.forced(one)[number]):
            for choose in (min, max):
                position, passed = start, [start]
                while (legal := engine.legal_moves(position)) and passed.count(position) < 3:
                    move = forced.choose(number, position)
                    move = move or choose(legal, key=lambda move: move.name)
                    position = engine.successor(position, move)
                    passed.append(position)
                ended = engine.result(position) or endless_result_at(engine.rules, position)
                if str(ended) not in goal.aim.results:
                    yield f"{sorted(goal.who)} {goal.aim} from {start}: {ended}"


def answers(rules: Rules, name: str) -> Any:
    """Return what an engine says of all positions; of circles that differ, whether they do."""
    engine = make_engine(name, rules)
    positions = StateGraph(make_engine("reference", rules)).positions
    try:
        solved, forced = engine.solve(), engine.attract(goals(rules))
    except RuleBroken as broken:
        return _differ(engine, broken.problem.rpartition("circle through: ")[2].split(" and "))
    assert not list(lost(engine, forced, positions))
    rows = [(solved.look(p), solved.best(p), forced.forced(p)) for p in positions]
    counts = {key: number for key, (number, _) in solved.spectrum().items()}
    return rows, solved.counts, counts, forced.counts, forced.forced_starts()


def _differ(engine: Engine, named: list[str]) -> bool:
    """Whether two positions that are named lead to each other, and are worth different things."""
    one, other = (read_position(engine.rules.game, text) for text in named)
    worths = [endless_result_at(engine.rules, position) for position in (one, other)]
    to_and_fro = [StateGraph(engine, start=a).number(b) for a, b in ((one, other), (other, one))]
    return worths[0] != worths[1] and None not in to_and_fro


def main(games: list[str]) -> int:
    """Compare the engines on some games."""
    wrong = 0
    for text in games:
        name, *words = text.split()
        rules = load_rules(name, tuple(words))
        said, right = answers(rules, "compiled"), answers(rules, "reference")
        if said != right or not right:
            print(f"{text} is answered otherwise")
            wrong += 1
    print(f"{len(games)} games compared")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
