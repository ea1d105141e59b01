"""An enumeration by the compiled engine, told as the C++ peers tell theirs.

It is timed when it runs first, and weighed when it runs again: what machine code itself takes is
not counted among the bytes of positions, as it is not for the peers.

Run: python benchmarks/peers/ours.py GAME [name=value ...]
"""

import sys
import time
from contextlib import suppress
from pathlib import Path

from boardproof.engines.compiled import CompiledEngine
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits, memory_in_use, peak_memory

#: As the peers do: every position is visited, none stands for others, by one thread.
WHOLE = Limits(threads=1, symmetry=False)


def engine_for(game: str, *words: str) -> CompiledEngine:
    """Make the engine as it is compared."""
    return CompiledEngine(load_rules(game, words))


def main() -> None:
    engine = engine_for(*sys.argv[1:])
    started = time.perf_counter()
    found = engine.enumerate(WHOLE)
    seconds = time.perf_counter() - started
    print(found.positions, found.moves, sum(found.over.values()), f"{seconds:.6f}", taken(engine))


def taken(engine: CompiledEngine) -> int:
    """Say by how many bytes the process grows while it enumerates once more."""
    with suppress(OSError):  # elsewhere the peak of the first time counts
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = memory_in_use()
    engine.enumerate(WHOLE)
    return peak_memory() - before


if __name__ == "__main__":
    main()
