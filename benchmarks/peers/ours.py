"""An enumeration by the compiled engine, told as the C++ peers tell theirs.

It is measured when it runs again: what machine code itself takes, and the time to load it, are not
counted, as they are not for the peers.

Run in the folder above: python -m peers.ours GAME [name=value ...]
"""

import sys

from peers.measuring import timed

from boardproof.engines.compiled import CompiledEngine
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits

#: As the peers do: every position is visited, none stands for others, by one thread.
WHOLE = Limits(threads=1, symmetry=False)


def engine_for(game: str, *words: str) -> CompiledEngine:
    """Make the engine as it is compared."""
    return CompiledEngine(load_rules(game, words))


def main() -> None:
    engine = engine_for(*sys.argv[1:])
    engine.enumerate(WHOLE)
    run = timed(lambda: _enumerated(engine))
    print(*run.found, f"{run.wall:.6f}", f"{run.cpu:.6f}", run.bytes)


def _enumerated(engine: CompiledEngine) -> tuple[int, tuple[int, int, int]]:
    found = engine.enumerate(WHOLE)
    return found.positions, (found.positions, found.moves, sum(found.over.values()))


if __name__ == "__main__":
    main()
