"""Strong solutions beside a peer. Run: python benchmarks/solve.py [--quick]

The C++ peer is a small program of ours for Connect Four 5×5: the same forward and backward passes
with the same prefetching, its rules written by hand. Ours is measured twice: with every position
visited, as the peer does, and with one for each class of those that are alike. All take turns in
one run, from the rules in memory to the value and the distance of every position, and medians of
five are compared.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from compiled import HAS_CPP, Run, built, cell, rate, taking_turns, told
from peers.ours import WHOLE, engine_for

from boardproof.engines.compiled import CompiledEngine
from boardproof.limits import Limits

GAME = "connect-four columns=5 rows=5"
PEER = "solve_connect_four_5"
ALIKE = Limits(threads=1)


def solved(engine: CompiledEngine, limits: Limits) -> Run:
    started = time.perf_counter()
    solution = engine.solve(limits)
    return Run(solution.positions, time.perf_counter() - started)


def counts_agree(engine: CompiledEngine, program: list[str]) -> bool:
    """Say whether both find as many positions that the first player wins, and as many draws."""
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    positions, wins, draws, _, _ = done.stdout.split()
    ours = engine.solve(ALIKE)
    return [int(positions), int(wins), int(draws)] == [
        ours.positions,
        ours.counts[1, -1],
        ours.counts[0, 0],
    ]


def contenders(engine: CompiledEngine, folder: str) -> dict[str, Callable[[int], Run]]:
    found: dict[str, Callable[[int], Run]] = {
        "every position": lambda _: solved(engine, WHOLE),
        "classes": lambda _: solved(engine, ALIKE),
    }
    if HAS_CPP:
        program = built(PEER, folder)
        assert counts_agree(engine, program), "counts differ"
        found["C++"] = lambda _: told(program)
    return found


def main() -> None:
    rounds = 2 if "--quick" in sys.argv else 5
    engine = engine_for(*GAME.split())
    with tempfile.TemporaryDirectory() as folder:
        given = contenders(engine, folder)
        given["every position"](0)  # compiled, if it was not
        runs = taking_turns(given, rounds)
    peer = rate(runs, "C++")
    print(f"{GAME}: value and distance of {runs['classes'][0].number:,} positions\n")
    print(f"{'':<16}{'seconds':>9}{'millions a second':>19}{'ratio':>7}")
    for name in runs:
        own = rate(runs, name)
        seconds = runs[name][0].number / (own or 1) / 1e6
        print(
            f"{name:<16}{seconds:>9.1f}{cell(own, 19, 1)}{cell(peer and own and own / peer, 7, 2)}"
        )


if __name__ == "__main__":
    main()
