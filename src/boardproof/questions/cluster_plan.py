"""What a game would take on a cluster: bytes and hours, from some of its layers counted here."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import msgspec

from ..engines.planner import plan
from ..engines.profile import ENUMERATE
from ..files import bytes_used
from ..ir.rules import Rules
from ..limits import Limits, TooMany
from .estimate import estimated_size
from .known import known_size

#: So many positions are counted here for a sample.
SAMPLE = 3_000_000
#: How much more work a position is on a cluster than on one disk, found and settled, and how much
#: more room it takes. (Measured on Connect Four 5×5, three shards: 27 and 45 against 9 processor
#: seconds, 84 against 29 MB.)
FINDING, SETTLING, WIDER = 3.0, 5.0, 2.9
#: What a code takes, besides the key.
CODE = 0.5
#: The part of all positions that the two largest plies have, of a game whose plies are not known.
LARGEST = 0.25


class ClusterPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What will fit on a cluster, and about how long it takes."""

    game: str
    parameters: dict[str, Any]
    positions: int
    #: Whether that number is known, and not estimated.
    exact: bool
    nodes: int
    cores: int
    #: What the sample says of one core here: positions found in a second, and bytes of each.
    rate: float
    bytes_each: float
    #: The bytes of all layers, with and without values.
    count_bytes: int
    solve_bytes: int
    fits: bool
    count_seconds: float
    solve_seconds: float
    #: The bytes that go from node to node while positions are counted.
    network_bytes: int
    #: How often a ply is gone over, since only a part of the next fits into memory.
    passes: int


def cluster_plan(rules: Rules, nodes: int, cores: int, memory: int, disk: int) -> ClusterPlan:
    """Foresee what a game takes on some nodes, each with cores and memory, that share a disk."""
    known = known_size(rules.game)
    size = known if known is not None else estimated_size(rules)
    found, seconds, used = _sample(rules)
    rate, each = found / max(seconds, 1e-3), WIDER * used / found
    workers, count_bytes = nodes * cores, int(each * size)
    solve_bytes = count_bytes + int(CODE * size)
    held = LARGEST * size * 24 / (nodes * memory)
    return ClusterPlan(
        game=rules.game.name,
        parameters=rules.game.parameters,
        positions=size,
        exact=known is not None,
        nodes=nodes,
        cores=cores,
        rate=round(rate),
        bytes_each=round(each, 3),
        count_bytes=count_bytes,
        solve_bytes=solve_bytes,
        fits=solve_bytes <= disk,
        count_seconds=round(FINDING * size / rate / workers, 1),
        solve_seconds=round((FINDING + SETTLING) * size / rate / workers, 1),
        network_bytes=2 * count_bytes,
        passes=max(1, int(held) + 1),
    )


def _sample(rules: Rules) -> tuple[int, float, int]:
    """Count a game's first layers; return how many positions, in what time, in how many bytes."""
    with TemporaryDirectory(prefix="boardproof-") as folder:
        _counted(rules, 1, Path(folder) / "first")  # the code is made before time is taken
        started = process_time()
        positions = _counted(rules, SAMPLE, Path(folder) / "layers")
        return positions, process_time() - started, bytes_used(Path(folder) / "layers")


def _counted(rules: Rules, most: int, disk: Path) -> int:
    """Count a game's first layers on disk, up to about so many positions; return how many."""
    counted = [1]

    def note(ply: int, positions: int) -> None:
        counted[0] = positions

    limits = Limits(note, threads=1, disk=disk).bounded(positions=most)
    with suppress(TooMany):
        plan(ENUMERATE, rules, "disk", limits).run(lambda engine, given: engine.enumerate(limits))
    return counted[0]
