"""How soon each game of the library is counted. Run: python benchmarks/library.py [GAME ...]

Each at a size with a hundred thousand positions where it has one, by a process of its own. Seconds
by the clock: by the reference engine, unless it takes longer than what follows; by the one that
`auto` takes, with nothing compiled yet, which makes code in a second process meanwhile. Seconds of
the processor: by the compiled engine, cold likewise and then warm; cold less warm is compiling.
Lines: of the code generated for the game.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

GAMES = """\
amazons
amazons size=4
breakthrough
chess-endings
chess-endings size=8
chess-endings size=8 piece=queen
chess-endings size=8 piece=pawn
chomp
clobber
clobber rows=4 columns=4
col rows=4 columns=4
connect-four columns=4 rows=4
dodgem size=4
domineering rows=5 columns=5
domineering rows=5 columns=5 dominoes_lie=any_way
dots-and-boxes columns=3
draughts size=4
fox-and-hounds
hanoi discs=11
hare-and-hounds
hex rows=4 columns=4
hexapawn
hexapawn rows=5 columns=5
kalah holes=4 beans=2
kayles
konane rows=5 columns=5
l-game
mnk
mu-torere
nim
nogo columns=4
notakto boards=2
othello
oware houses=3 seeds=2
peg-solitaire
pong-hau-ki
quixo
sim
six-mens-morris
sliding-tiles
tactix size=4
territory
territory expand=stays placement=any
three-mens-morris
tic-tac-toe size=4
wythoff
y side=5
"""


class Run(NamedTuple):
    """What a command said, if it came to an end, and the CPU seconds and the time it took."""

    said: str | None
    seconds: float
    clock: float


def run(words: list[str], cache: str, limit: int | None = None) -> Run:
    """Run the program with a folder of its own for machine code, for so many seconds at most."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    limited = ["prlimit", f"--cpu={limit}"] if limit else []
    done = subprocess.run(
        [*limited, sys.executable, "-m", "boardproof", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "BOARDPROOF_CACHE": cache},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    said = done.stdout if done.returncode == 0 else None
    return Run(said, seconds, time.perf_counter() - began)


def positions_in(said: str | None) -> int | None:
    """Return how many positions a count found."""
    return None if said is None else json.loads(said)["positions"]


def lines_of(game: list[str], cache: str) -> int | None:
    """Count the lines of the code that is generated for a game."""
    said = run(["show", *game, "--code"], cache).said
    return None if said is None else said.count("\n")


def row(game: str) -> str:
    """Measure a game."""
    words = game.split()
    count = ["count", *words, "--json"]
    with tempfile.TemporaryDirectory() as cache:
        cold = run([*count, "--engine", "compiled"], cache)
        warm = run([*count, "--engine", "compiled"], cache)
        lines = lines_of(words, cache)
    with tempfile.TemporaryDirectory() as cache:
        auto = run(count, cache)
    with tempfile.TemporaryDirectory() as cache:
        reference = run([*count, "--engine", "reference"], cache, int(auto.seconds) + 2)
    found = {positions_in(one.said) for one in (cold, warm, auto, reference) if one.said}
    assert len(found) <= 1, f"counts of {game} differ: {found}"
    cells = [
        f"{game:<46}",
        cell(next(iter(found), None), 12),
        cell(lines, 7),
        *(cell(one.clock if one.said else None, 8, 2) for one in (reference, auto)),
        *(cell(one.seconds if one.said else None, 8, 1) for one in (cold, warm)),
        cell(cold.seconds - warm.seconds if cold.said and warm.said else None, 10, 1),
    ]
    return "".join(cells)


def cell(value: float | None, width: int, places: int = 0) -> str:
    return f"{'-':>{width}}" if value is None else f"{value:>{width},.{places}f}"


def main() -> None:
    chosen = [
        game for game in GAMES.splitlines() if not sys.argv[1:] or game.split()[0] in sys.argv
    ]
    names = ("reference", "auto", "cold", "warm")
    print(f"{'':<46}{'positions':>12}{'lines':>7}", *(f"{name:>7}" for name in names), " compiling")
    for game in chosen:
        print(row(game), flush=True)


if __name__ == "__main__":
    main()
