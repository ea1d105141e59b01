"""The disk engine: the machine code of the compiled engine, with its layers in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..profile import CONTRACT, PERFT, EngineProfile

if TYPE_CHECKING:
    from .engine import DiskEngine

__all__ = ["DISK", "DiskEngine"]

#: It sorts, writes and reads what the compiled engine keeps.
DISK = EngineProfile(
    name="disk",
    load=f"{__name__}.engine:DiskEngine",
    abilities=CONTRACT - {PERFT},
    startup=1.3,
    first=4.7,
    rate=500_000,
    phase="compiling",
    on_disk=True,
    layers_of="compiled",
)


def __getattr__(name: str) -> Any:
    """Import the engine, and with it Numba, on first use."""
    if name == "DiskEngine":
        return DISK.engine()
    raise AttributeError(f"module 'boardproof.engines.disk' has no attribute {name!r}")
