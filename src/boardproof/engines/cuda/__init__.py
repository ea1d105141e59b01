"""The GPU engine: the rules that the compiled engine generates, with a thread for each position."""

from ..profile import ATTRACT, BUILD, ENUMERATE, PERFT, PLAYOUTS, SOLVE, SURVEY, EngineProfile
from .presence import missing

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
