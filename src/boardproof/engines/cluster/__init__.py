"""The cluster engine: the disk engine's files in shards, on the machines of a Ray cluster."""

from ..profile import ATTRACT, BUILD, ENUMERATE, SOLVE, EngineProfile
from .presence import missing

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
