"""The symbolic engine beside CUDD. Run: python benchmarks/symbolic.py [--quick]

The peer is a program of ours for two games, on CUDD through the package `dd` of the test extra:
layer by layer, the image of each move by itself. Both take turns, each in a process of its own;
medians of three are compared. Ours begins with the plain rulebook: reading it and choosing an order
are counted.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

PEER = Path(__file__).parent / "peers" / "cudd.py"
CASES = [
    (["tic-tac-toe", "size=4"], ["tic-tac-toe", "4"]),
    (["tic-tac-toe", "size=5"], ["tic-tac-toe", "5"]),
    (["connect-four", "columns=5", "rows=5"], ["connect-four", "5", "5"]),
]


def ours(words: list[str]) -> tuple[int, float, int]:
    command = [sys.executable, "-c", "from boardproof.faces.cli import main; main()", "count"]
    with tempfile.TemporaryDirectory() as nothing_learnt:
        done = subprocess.run(
            [*command, *words, "--engine", "symbolic", "--threads", "1", "--json"],
            capture_output=True, text=True, check=True,
            env={**os.environ, "BOARDPROOF_CACHE": nothing_learnt},
        )  # fmt: skip
    answer = json.loads(done.stdout)
    return answer["positions"], answer["seconds"], max(answer["nodes"])


def cudd(words: list[str]) -> tuple[int, float]:
    done = subprocess.run(
        [sys.executable, str(PEER), *words], capture_output=True, text=True, check=True
    )
    positions, seconds = done.stdout.split()
    return int(positions), float(seconds)


def compared(words: list[str], peer: list[str], rounds: int) -> str:
    pairs = [(cudd(peer), ours(words)) for _ in range(rounds)]
    assert all(theirs[0] == mine[0] for theirs, mine in pairs), "the counts differ"
    pick: Callable[[int], float] = lambda side: median(pair[side][1] for pair in pairs)  # noqa: E731
    theirs, mine = pick(0), pick(1)
    positions, nodes = pairs[0][1][0], pairs[0][1][2]
    name = " ".join(words)
    return f"{name:<32}{positions:>18,}{theirs:>9.2f}{mine:>9.2f}{theirs / mine:>8.1f}{nodes:>12,}"


def main() -> None:
    if importlib.util.find_spec("dd.cudd") is None:
        sys.exit("the package dd was built without CUDD here")
    rounds = 1 if "--quick" in sys.argv else 3
    print(f"{'':<32}{'positions':>18}{'CUDD s':>9}{'ours s':>9}{'ratio':>8}{'most nodes':>12}")
    for words, peer in CASES:
        print(compared(words, peer, rounds), flush=True)


if __name__ == "__main__":
    main()
