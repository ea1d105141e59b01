"""The cluster engine: the disk engine's files in shards, on the machines of a Ray cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..profile import ATTRACT, BUILD, ENUMERATE, SOLVE, EngineProfile
from .presence import missing

if TYPE_CHECKING:
    from .engine import ClusterEngine

__all__ = ["CLUSTER", "ClusterEngine"]

#: Shards sort, write and read what the disk engine does, and send it to each other.
CLUSTER = EngineProfile(
    name="cluster",
    load=f"{__name__}.engine:ClusterEngine",
    abilities=frozenset({ENUMERATE, ATTRACT, SOLVE, BUILD}),
    startup=8.0,
    first=4.7,
    rate=500_000,
    phase="connecting",
    on_disk=True,
    layers_of="compiled",
    on_cluster=True,
    missing=missing,
)


def __getattr__(name: str) -> Any:
    """Import the engine, and with it Numba, on first use."""
    if name == "ClusterEngine":
        return CLUSTER.engine()
    raise AttributeError(f"module 'boardproof.engines.cluster' has no attribute {name!r}")
