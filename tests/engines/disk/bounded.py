"""Holds the engine disk to the reference engine, with hardly any memory: a program of its own.

Machine code is run as Python (NUMBA_DISABLE_JIT=1, before Numba is imported), so that none is made.
Arguments are games, each a name with parameters; what differs is printed, and the exit status is 1.
"""

import os
import sys
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boardproof.engines.compiled.bfs import visited
from boardproof.engines.disk import codes, hash_tables, layers, pool, sorted_file
from boardproof.engines.disk.engine import DiskEngine
from boardproof.engines.plain.reference import ReferenceEngine
from boardproof.faces.cli.options import load_rules
from boardproof.ir.rules import Rules
from boardproof.limits import Limits
from boardproof.statespace.goals import Aim, Goal


def bind(places: int = 64, entries: int = 8, fan: int = 3) -> None:
    """Let tables have so few places, blocks so few rows, and merges so few runs."""
    visited.SMALLEST = hash_tables.SMALLEST = places
    hash_tables.places_for = codes.places_for = lambda limits, each: places
    sorted_file.ENTRIES, pool.FAN = entries, fan


def answers(engine: Any, rules: Rules, limits: Limits) -> Iterator[tuple[str, Any]]:
    """Yield what an engine says about all positions of a game."""
    count = engine.enumerate(limits)
    yield "count", (count.positions, count.moves, count.by_ply, count.over, count.stuck)
    yield "length", (count.shortest, count.longest)
    results = [Aim(results=frozenset({"draw"}))]
    results += [Aim(results=frozenset({f"{player} wins"})) for player in rules.game.players]
    seen = engine.survey(results, limits)
    yield "survey", (seen.positions, seen.complete, [sight.by_ply for sight in seen.sights])
    yield "ways", [sight.way is None or len(sight.way) for sight in seen.sights]
    start = engine.initial()
    after = [position for _, position in engine.successors(start)]
    solved = engine.solve(limits)
    yield "values", solved.counts
    yield "solution", [solved.look(position) for position in [start, *after]]
    yield "spectrum", {key: number for key, (number, _) in solved.spectrum().items()}
    yield "elsewhere", [engine.solve(limits, one).look(one) for one in after[:1]]
    sides = range(1, len(rules.game.players) + 1)
    groups = [frozenset(g) for k in sides for g in combinations(rules.game.players, k)]
    forced = engine.attract([Goal(who, aim) for who in groups for aim in results], limits)
    yield "forced", (forced.counts, forced.forced(start), forced.forced_starts())


def differences(rules: Rules, folder: Path) -> Iterator[str]:
    """Yield the questions that are answered otherwise, by a new folder and by a finished one.

    The last folder is of a machine that has no memory to settle positions in.
    """
    rights = list(answers(ReferenceEngine(rules), rules, Limits(threads=1)))
    for name, bytes_each in (("first", 1), ("first", 1), ("other", 1 << 50)):
        layers.settling_bytes = partial(max, bytes_each)
        given = answers(DiskEngine(rules), rules, Limits(threads=1, disk=folder / name))
        for (name, right), (_, got) in zip(rights, given, strict=True):
            if right != got:
                yield f"{name}: {right}, not {got}"


def main(games: list[str]) -> int:
    """Compare the engines on some games."""
    bind()
    wrong = 0
    for text in games:
        name, *words = text.split()
        with TemporaryDirectory() as folder:
            for line in differences(load_rules(name, tuple(words)), Path(folder)):
                print(f"{text}: {line}")
                wrong += 1
    print(f"{len(games)} games compared")
    return min(wrong, 1)


if __name__ == "__main__":
    assert os.environ.get("NUMBA_DISABLE_JIT") == "1"
    sys.exit(main(sys.argv[1:]))
