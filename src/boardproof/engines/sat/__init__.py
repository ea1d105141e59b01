"""Rules as clauses for a solver: positions and games too many to list, proofs for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..profile import MODELS, PROOFS, EngineProfile

if TYPE_CHECKING:
    from .engine import SatEngine

__all__ = ["SAT", "SatEngine"]

#: How many positions it visits in a second says nothing: it visits none.
SAT = EngineProfile(
    name="sat",
    load=f"{__name__}.engine:SatEngine",
    abilities=frozenset({MODELS, PROOFS}),
    startup=0.5,
    rate=1,
)


def __getattr__(name: str) -> Any:
    """Import the engine, and with it the solver, when it is asked for."""
    if name == "SatEngine":
        return SAT.engine()
    raise AttributeError(f"module 'boardproof.engines.sat' has no attribute {name!r}")
