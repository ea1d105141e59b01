"""The compiled engine: the rules as machine code on packed positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine import CompiledEngine

__all__ = ["CompiledEngine"]


def __getattr__(name: str) -> Any:
    """Import the engine, and with it Numba, on first use: packing needs neither."""
    if name == "CompiledEngine":
        from .engine import CompiledEngine

        return CompiledEngine
    raise AttributeError(f"module 'boardproof.engines.compiled' has no attribute {name!r}")
