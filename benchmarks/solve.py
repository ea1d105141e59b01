"""Strong solutions beside a peer. Run: python benchmarks/solve.py [--quick]

The C++ peer is a small program of ours for Connect Four 5×5: the same forward and backward passes
with the same prefetching, its rules written by hand. Ours is measured three times: with every
position visited, as the peer does, by one thread and by two, and with one for each class of those
that are alike. All take turns in one run, from the rules in memory to the value and the distance of
every position, and medians of five are compared.
"""

import sys
import tempfile
from collections.abc import Callable

from peers.measuring import HAS_CPP, HEADER, Run, built, table, taking_turns, timed, told
from peers.ours import WHOLE, engine_for

from boardproof.engines.compiled import CompiledEngine
from boardproof.limits import Limits

GAME = "connect-four columns=5 rows=5"
PEER = "solve_connect_four_5"
ALIKE = Limits(threads=1)
TWO = Limits(threads=2, symmetry=False)


def solved(engine: CompiledEngine, limits: Limits) -> Run:
    """Solve the game; found are its positions, those the first player wins, and the draws."""

    def work() -> tuple[int, tuple[str, ...]]:
        solution = engine.solve(limits)
        numbers = solution.positions, solution.counts[1, -1], solution.counts[0, 0]
        return solution.positions, tuple(map(str, numbers))

    return timed(work)


def main() -> None:
    rounds = 2 if "--quick" in sys.argv else 5
    engine = engine_for(*GAME.split())
    contenders: dict[str, Callable[[int], Run]] = {
        "ours, every position": lambda _: solved(engine, WHOLE),
        "ours, by two threads": lambda _: solved(engine, TWO),
        "ours, classes": lambda _: solved(engine, ALIKE),
    }
    with tempfile.TemporaryDirectory() as folder:
        if HAS_CPP:
            program = built(PEER, folder)
            contenders["C++"] = lambda _: told(program, compared=3)
        for run in contenders.values():
            run(0)  # compiled, if it was not
        runs = taking_turns(contenders, rounds)
    print(HEADER)
    print(table(f"{GAME}: value and distance", runs, "ours, every position"))


if __name__ == "__main__":
    main()
