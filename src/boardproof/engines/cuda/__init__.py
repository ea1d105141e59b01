"""The GPU engine: the rules that the compiled engine generates, with a thread for each position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..profile import ATTRACT, BUILD, ENUMERATE, PERFT, PLAYOUTS, SOLVE, SURVEY, EngineProfile
from .presence import missing

if TYPE_CHECKING:
    from .engine import CudaEngine

__all__ = ["CUDA", "CudaEngine"]


#: Most of the time to start is the compiler's.
CUDA = EngineProfile(
    name="cuda",
    load=f"{__name__}.engine:CudaEngine",
    abilities=frozenset({ENUMERATE, PERFT, SURVEY, ATTRACT, SOLVE, BUILD, PLAYOUTS}),
    startup=8.0,
    rate=300_000_000,
    phase="compiling for the GPU",
    own_memory=True,
    missing=missing,
)


def __getattr__(name: str) -> Any:
    """Import the engine, and with it the GPU's driver, on first use."""
    if name == "CudaEngine":
        return CUDA.engine()
    raise AttributeError(f"module 'boardproof.engines.cuda' has no attribute {name!r}")
