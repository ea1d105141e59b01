"""An enumeration by the compiled engine, told as the C++ peers tell theirs.

It is measured when it runs again: what machine code itself takes, and the time to load it, are not
counted, as they are not for the peers.

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
    engine.enumerate(WHOLE)
    with suppress(OSError):  # elsewhere the peak of the first time counts
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before, wall, cpu = memory_in_use(), time.perf_counter(), time.process_time()
    found = engine.enumerate(WHOLE)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    told = [found.positions, found.moves, sum(found.over.values()), f"{wall:.6f}", f"{cpu:.6f}"]
    print(*told, peak_memory() - before)


if __name__ == "__main__":
    main()
