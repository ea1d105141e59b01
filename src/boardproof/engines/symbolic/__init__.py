"""Rules on decision diagrams: sets of positions too large to list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..profile import (
    AUDIT,
    CONTRACT,
    COVERAGE,
    PRESERVATION,
    REWRITTEN,
    RULES,
    STATES,
    WELL_TYPED,
    EngineProfile,
)

if TYPE_CHECKING:
    from .engine import SymbolicEngine

__all__ = ["SYMBOLIC", "SymbolicEngine"]

#: How many positions it visits in a second says little: what is done is done to whole diagrams.
SYMBOLIC = EngineProfile(
    name="symbolic",
    load=f"{__name__}.engine:SymbolicEngine",
    abilities=CONTRACT | {STATES, WELL_TYPED, PRESERVATION, AUDIT, COVERAGE, RULES, REWRITTEN},
    startup=1.3,
    rate=100_000,
    nodes=200_000,
    audit_nodes=300_000,
    options=frozenset({"order", "encoding"}),
)


def __getattr__(name: str) -> Any:
    """Import the engine, and with it the library of diagrams, when it is asked for."""
    if name == "SymbolicEngine":
        return SYMBOLIC.engine()
    raise AttributeError(f"module 'boardproof.engines.symbolic' has no attribute {name!r}")
