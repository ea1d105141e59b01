"""A thousand positions of Connect Four 7×6, solved. Run: python benchmarks/positions.py [--quick]

Ends, middles and openings of random games in which nobody can win at once; each is solved by the
search, with the table it has from those before, and by a plain alpha-beta in C++ that knows
nothing of following: values must be equal. Printed are the mean times of both, and how many
positions ours searched on average. With --quick, a tenth of them.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

from peers.ours import engine_for

from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.minimax.driver import DEEPEST, MinimaxDriver
from boardproof.positions.position import Position

SOURCE = Path(__file__).parent / "peers" / "connect_four_search.cpp"
#: How many positions there are of each kind, and how many pieces lie on the board.
KINDS = {"end": (500, 28, 36), "middle": (400, 20, 27), "opening": (100, 14, 19)}
TABLE = 1 << 28


class Case(NamedTuple):
    """A position, and the columns that were played."""

    played: str
    position: Position


def cases(engine: CompiledEngine, count: int, least: int, most: int) -> Iterator[Case]:
    """Return positions of random games in which whoever moves cannot win at once."""
    chance, made = Random(least), 0
    while made < count:
        played, position = "", engine.initial()
        for _ in range(chance.randint(least, most)):
            following = engine.successors(position)
            if not following:
                break
            move, position = chance.choice(following)
            played += move.name
        following = engine.successors(position)
        quiet = following and not any(engine.is_over(after) for _, after in following)
        if len(played) >= least and quiet:
            made += 1
            yield Case(played, position)


def value_by(minimax: MinimaxDriver, position: Position) -> int:
    """Return what a position is worth to the player to move."""
    first = minimax.engine.game.players.elements[0]
    minimax.stand(position, first)
    wins = minimax.ask(minimax.worth, DEEPEST).value >= minimax.worth
    holds = wins or minimax.ask(1 - minimax.worth, DEEPEST).value > -minimax.worth
    value = wins + holds - 1
    return value if minimax.engine.player_to_move(position) == first else -value


def solved_by_peer(program: str, asked: list[Case]) -> tuple[list[int], float]:
    """Return the values that the peer finds, and the seconds it takes for each."""
    text = "".join(f"{case.played}\n" for case in asked)
    started = time.perf_counter()
    told = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    return [int(line) for line in told.stdout.split()], (time.perf_counter() - started) / len(asked)


def compare(engine: CompiledEngine, program: str | None, kind: str, part: int) -> None:
    """Solve all positions of a kind, and print how long that takes."""
    count, least, most = KINDS[kind]
    asked = list(cases(engine, count // part, least, most))
    minimax = MinimaxDriver(engine, TABLE)
    values, times = list[int](), list[float]()
    for case in asked:
        started = time.perf_counter()
        values.append(value_by(minimax, case.position))
        times.append(time.perf_counter() - started)
    told = f"{len(asked)} positions, {mean(times) * 1000:.2f} ms on average"
    told += f", {minimax.nodes / len(asked):,.0f} positions searched"
    if program:
        known, seconds = solved_by_peer(program, asked)
        assert values == known, f"values differ at {kind}"
        told += f"; C++ {seconds * 1000:.2f} ms, equal values"
    split = ", ".join(f"{values.count(value)} {word}" for value, word in WORDS.items())
    print(f"{kind}: {told} ({split})", flush=True)


WORDS = {1: "won", 0: "drawn", -1: "lost"}


def main() -> None:
    engine = engine_for("connect-four")
    part = 10 if "--quick" in sys.argv else 1
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/peer" if shutil.which("g++") else None
        if program:
            words = ["g++", "-O3", "-std=c++20", "-march=native", "-o", program, str(SOURCE)]
            subprocess.run(words, check=True)
        for kind in KINDS:
            compare(engine, program, kind, part)


if __name__ == "__main__":
    main()
