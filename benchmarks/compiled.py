"""The compiled engine beside its peers. Run: python benchmarks/compiled.py [--quick] [WORD ...]

A C++ peer is a small program of ours for one game: the same breadth-first search with the same
prefetching, its rules written by hand. OpenSpiel, of the test extra, has some of the games; its
states are told apart by their text. All take turns in one run, and medians of five are compared.
A WORD chooses the games that have it in their line.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

from peers.ours import WHOLE, engine_for

PEERS = Path(__file__).parent / "peers"
HAS_CPP = shutil.which("g++") is not None
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


class Run(NamedTuple):
    """So many positions or moves in so many seconds."""

    number: int
    seconds: float
    bytes: int = 0


Runs = dict[str, list[Run]]


def taking_turns(contenders: dict[str, Callable[[int], Run]], rounds: int) -> Runs:
    runs: Runs = {name: [] for name in contenders}
    for turn in range(rounds):
        for name, run in contenders.items():
            runs[name].append(run(turn))
    return runs


def rate(runs: Runs, name: str) -> float | None:
    return median(r.number / r.seconds / 1e6 for r in runs[name]) if name in runs else None


def timed(work: Callable[[], int]) -> Run:
    started = time.perf_counter()
    number = work()
    return Run(number, time.perf_counter() - started)


def told(command: list[str], **environment: str) -> Run:
    """Run a program that prints its positions, moves, positions over, seconds and bytes."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    positions, _, _, seconds, taken = done.stdout.split()
    return Run(int(positions), float(seconds), int(taken))


def built(name: str, folder: str) -> list[str]:
    program = f"{folder}/{name}"
    source = PEERS / f"{name}.cpp"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return [program]


def fresh(game: str, folder: str) -> tuple[float, Run]:
    """Give by how much longer a process takes that must compile first, and one that need not."""
    command = [sys.executable, str(PEERS / "ours.py"), *game.split()]
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        times, run = [], Run(0, 0.0)
        for _ in range(2):
            started = time.perf_counter()
            run = told(command, BOARDPROOF_CACHE=cache)
            times.append(time.perf_counter() - started)
        return times[0] - times[1], run


def every_position(case: Case, folder: str, rounds: int) -> str:
    engine = engine_for(*case.game.split())
    contenders = {"ours": lambda _: timed(lambda: engine.enumerate(WHOLE).positions)}
    contenders["ours"](0)
    if case.cpp and HAS_CPP:
        program = built(case.cpp, folder)
        contenders["cpp"] = lambda _: told(program)
    if case.openspiel and HAS_OPENSPIEL:
        from peers.openspiel import all_states

        contenders["openspiel"] = lambda _: timed(lambda: all_states(case.openspiel))
    compiling, alone = fresh(case.game, folder)
    runs = taking_turns(contenders, rounds)
    assert {run.number for own in runs.values() for run in own} == {alone.number}, "counts differ"
    return line(
        case.game,
        alone.number,
        runs,
        bytes_of_cpp=runs["cpp"][0].bytes / alone.number if "cpp" in runs else None,
        our_bytes=alone.bytes / alone.number if case.cpp else None,
        compiling=compiling,
    )


def random_moves(case: Case, rounds: int) -> str:
    from peers.openspiel import random_moves

    engine = engine_for(*case.game.split())
    contenders = {
        "ours": lambda seed: timed(lambda: engine.playouts(20_000, seed).moves),
        "openspiel": lambda seed: Run(*random_moves(case.openspiel, seed)),
    }
    contenders["ours"](0)
    return line(case.game, None, taking_turns(contenders, rounds))


def line(
    game: str,
    positions: int | None,
    runs: Runs,
    bytes_of_cpp: float | None = None,
    our_bytes: float | None = None,
    compiling: float | None = None,
) -> str:
    ours, cpp, openspiel = (rate(runs, name) for name in ("ours", "cpp", "openspiel"))
    shown = [
        f"{game:<30}",
        cell(positions, 12),
        cell(cpp, 8, 1),
        cell(ours, 7, 1),
        cell(cpp and ours and ours / cpp, 7, 2),
        cell(openspiel, 11, 3),
        cell(openspiel and ours and ours / openspiel, 7),
        cell(bytes_of_cpp, 10, 1),
        cell(our_bytes, 7, 1),
        cell(compiling, 10, 1),
    ]
    return "".join(shown)


def cell(value: float | None, width: int, places: int = 0) -> str:
    return f"{'-':>{width}}" if value is None else f"{value:>{width},.{places}f}"


HEADER = f"""\
bytes: by how much the resident memory of a process grows while it enumerates
compiling: by how much longer a fresh process takes with nothing compiled yet than with all there

{"":<42}{"millions a second":>29}{"":>11}{"bytes a position":>17}{"seconds":>10}
{"":<30}{"positions":>12}{"C++":>8}{"ours":>7}{"ratio":>7}{"OpenSpiel":>11}{"ratio":>7}\
{"C++":>10}{"ours":>7}{"compiling":>10}"""


def main() -> None:
    rounds = 2 if "--quick" in sys.argv else 5
    words = [word for word in sys.argv[1:] if not word.startswith("--")]

    def chosen(cases: list[Case]) -> list[Case]:
        return [case for case in cases if not words or set(words) & set(case.game.split())]

    print(HEADER)
    print("every position")
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen(EVERY_POSITION):
            print(every_position(case, folder, rounds), flush=True)
    if HAS_OPENSPIEL:
        print("moves of random games")
        for case in chosen(RANDOM_MOVES):
            print(random_moves(case, rounds), flush=True)


if __name__ == "__main__":
    main()
