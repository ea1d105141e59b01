"""The compiled engine: the rules as machine code on packed positions; the same run by Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..profile import CIRCLE, CONTRACT, ENUMERATE, PLAYOUTS, SEARCH, SOLVE, EngineProfile

if TYPE_CHECKING:
    from .engine import CompiledEngine

__all__ = ["COMPILED", "GENERATED", "CompiledEngine"]

#: Half of it is to start; a game that takes no longer than all of it by other means gains nothing.
GENERATED = EngineProfile(
    name="generated",
    load=f"{__name__}.generated:GeneratedEngine",
    abilities=frozenset({ENUMERATE, SOLVE}),
    startup=0.2,
    rate=100_000,
    phase="writing code",
    refuses=lambda rules: rules.has_turns,
)
#: Most of the time to start is Numba's, and that of loading machine code from the cache.
COMPILED = EngineProfile(
    name="compiled",
    load=f"{__name__}.engine:CompiledEngine",
    abilities=CONTRACT | {CIRCLE, SEARCH, PLAYOUTS},
    startup=1.3,
    first=4.7,
    rate=1_000_000,
    phase="compiling",
)


def __getattr__(name: str) -> Any:
    """Import the engine, and with it Numba, on first use: packing needs neither."""
    if name == "CompiledEngine":
        return COMPILED.engine()
    raise AttributeError(f"module 'boardproof.engines.compiled' has no attribute {name!r}")
