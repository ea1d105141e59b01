"""One enumeration by the compiled engine, told as the C++ peers tell theirs.

Run: python benchmarks/peers/ours.py GAME [name=value ...]
"""

import sys
import time

from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.watch import Watch, memory_in_use, peak_memory
from boardproof.faces.cli.common import load_rules

#: Every position is visited, as the peers do: none stands for others.
WHOLE = Watch(symmetry=False)


def engine_for(game: str, *words: str) -> CompiledEngine:
    """Make the engine as it is compared."""
    return CompiledEngine(load_rules(game, words))


def main() -> None:
    engine = engine_for(*sys.argv[1:])
    before, started = memory_in_use(), time.perf_counter()
    found = engine.enumerate(WHOLE)
    seconds, taken = time.perf_counter() - started, peak_memory() - before
    print(found.positions, found.moves, sum(found.over.values()), f"{seconds:.6f}", taken)


if __name__ == "__main__":
    main()
