"""The compiled engine beside programs written by hand. Run: python benchmarks/compiled.py [--quick]

Each peer is a small C++ program of ours for one game: the same breadth-first search with the same
prefetching, its rules written by hand. Both take turns in one run; the median of five is compared.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from boardproof import load
from boardproof.engines.compiled import CompiledEngine

PEERS = Path(__file__).parent / "peers"
CASES = {
    "tic_tac_toe_4": ("tic-tac-toe", {"size": 4}),
    "connect_four_5": ("connect-four", {"columns": 5, "rows": 5}),
    "kalah_4_3": ("kalah", {"holes": 4, "beans": 3}),
    "dstru_tac_toe": ("dstru-tac-toe", {}),
}


def built(name: str, folder: str) -> str:
    program = f"{folder}/{name}"
    source = PEERS / f"{name}.cpp"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def peer_run(program: str) -> tuple[int, float]:
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    positions, _, _, seconds = done.stdout.split()
    return int(positions), float(seconds)


def our_run(engine: CompiledEngine) -> tuple[int, float]:
    started = time.perf_counter()
    positions = engine.enumerate().positions
    return positions, time.perf_counter() - started


def main() -> None:
    rounds = 2 if "--quick" in sys.argv else 5
    chosen = [
        name for name in CASES if len(sys.argv) < 2 or name in sys.argv or "--quick" in sys.argv
    ]
    print(
        f"{'positions a second, in millions':<34}{'C++ peer':>10}{'ours':>8}{'ratio':>8}{'cold':>9}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            game, parameters = CASES[name]
            program = built(name, folder)
            engine = CompiledEngine(load(game, **parameters))
            _, cold = our_run(engine)
            pairs = [(peer_run(program), our_run(engine)) for _ in range(rounds)]
            assert all(peer[0] == ours[0] for peer, ours in pairs), "the counts differ"
            positions = pairs[0][0][0]
            peer, ours = (median(pair[i][1] for pair in pairs) for i in (0, 1))
            print(
                f"{name:<34}{positions / peer / 1e6:>10.1f}{positions / ours / 1e6:>8.1f}"
                f"{peer / ours:>8.2f}{cold:>8.1f}s"
            )


if __name__ == "__main__":
    main()
