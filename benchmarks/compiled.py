"""The compiled engine beside its peers. Run: python benchmarks/compiled.py [--quick] [WORD ...]

A C++ peer is a small program of ours for one game: the same breadth-first search with the same
prefetching, its rules written by hand. OpenSpiel, of the test extra, has some of the games; its
states are told apart by their text. All take turns in one run, and medians of five are compared.
A WORD chooses the games that have it in their line.
"""

import importlib.util
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from peers.measuring import (
    FOLDER,
    HAS_CPP,
    HEADER,
    Run,
    built,
    table,
    taking_turns,
    timed,
    told,
    whole,
)
from peers.ours import engine_for

HAS_OPENSPIEL = importlib.util.find_spec("pyspiel") is not None


@dataclass(frozen=True)
class Case:
    """A game, and under which name others have it."""

    game: str
    cpp: str = ""
    openspiel: str = ""


EVERY_POSITION = [
    Case("tic-tac-toe size=4", cpp="tic_tac_toe_4"),
    Case("connect-four columns=5 rows=5", cpp="connect_four_5"),
    Case("kalah holes=4 beans=3", cpp="kalah_4_3"),
    Case("dstru-tac-toe", cpp="dstru_tac_toe"),
    Case("breakthrough", cpp="breakthrough_4"),
    Case("six-mens-morris men=6", cpp="six_mens_morris"),
    Case("tic-tac-toe", openspiel="tic_tac_toe"),
    Case("connect-four columns=4 rows=4", openspiel="connect_four(rows=4,columns=4)"),
]
RANDOM_MOVES = [
    Case("connect-four", openspiel="connect_four"),
    Case("kalah", openspiel="mancala"),
]


def every_position(case: Case, folder: str, rounds: int) -> str:
    """Enumerate a game; each contender is a process of its own, but for OpenSpiel."""
    command = [sys.executable, "-m", "peers.ours", *case.game.split()]
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        environment = {"BOARDPROOF_CACHE": cache, "PYTHONPATH": str(FOLDER.parent)}

        def ours(_: int) -> Run:
            return told(command, compared=1, **environment)

        def process() -> float:
            return whole(command, lambda _: (1, None), **environment).cpu

        contenders: dict[str, Callable[[int], Run]] = {"ours": ours}
        if case.cpp and HAS_CPP:
            program = built(case.cpp, folder)
            contenders["C++"] = lambda _: told(program, compared=1)
        if case.openspiel and HAS_OPENSPIEL:
            contenders["OpenSpiel"] = lambda _: timed(lambda: all_states(case.openspiel))
        cold = process()
        compiling = cold - process()
        runs = taking_turns(contenders, rounds)
    return f"{table(case.game, runs)}\n  {'compiling':<50}{'':>9}{compiling:>9.2f}"


def all_states(name: str) -> tuple[int, tuple[str]]:
    """Count the states of a game of OpenSpiel's."""
    from peers.openspiel import all_states

    number = all_states(name)
    return number, (str(number),)


def random_moves(case: Case, rounds: int) -> str:
    """Play games of random moves."""
    from peers.openspiel import random_moves

    engine = engine_for(*case.game.split())
    contenders: dict[str, Callable[[int], Run]] = {
        "ours": lambda seed: timed(lambda: (engine.playouts(20_000, seed).moves, None)),
        "OpenSpiel": lambda seed: timed(lambda: (random_moves(case.openspiel, seed), None)),
    }
    contenders["ours"](0)
    return table(case.game, taking_turns(contenders, rounds))


def main() -> None:
    rounds = 2 if "--quick" in sys.argv else 5
    words = [word for word in sys.argv[1:] if not word.startswith("--")]

    def chosen(cases: list[Case]) -> list[Case]:
        return [case for case in cases if not words or set(words) & set(case.game.split())]

    print("MB: by how much a process grows at the most while it enumerates")
    print("compiling: by how much longer a process takes with nothing compiled yet\n")
    print(f"{HEADER}\nevery position")
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen(EVERY_POSITION):
            print(every_position(case, folder, rounds), flush=True)
    if HAS_OPENSPIEL and chosen(RANDOM_MOVES):
        print("moves of random games")
        for case in chosen(RANDOM_MOVES):
            print(random_moves(case, rounds), flush=True)


if __name__ == "__main__":
    main()
