"""What a game would take on a cluster: bytes and hours, from some of its layers counted here."""

from __future__ import annotations

from contextlib import suppress
from math import log2
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
#: How much more work it is on a cluster than on one disk to find a position, and to settle it.
#: (Measured on Connect Four 5×5, three shards: 9 and 21 processor seconds, against 2.5.)
FINDING, SETTLING = 3.5, 8.0
#: How many more bytes a key takes in shards, where neighbours are rare, and for twice the shards.
#: (Measured on Connect Four 5×4, 2 to 8 shards: 0.86 to 1.24 bytes, against 0.26.)
SPREAD, DOUBLED = 0.4, 0.2
#: How often the bytes of all positions are sent to count them, and of that to settle them.
#: (Measured on the same, 8 shards: 3.0 and 6.7 bytes a position.)
SENT, ASKED = 2.4, 2.25
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
    #: The bytes that go from node to node while positions are counted, and solved besides.
    network_bytes: int
    solve_network_bytes: int
    #: How often a ply is gone over, since only a part of the next fits into memory.
    passes: int


def cluster_plan(rules: Rules, nodes: int, cores: int, memory: int, disk: int) -> ClusterPlan:
    """Foresee what a game takes on some nodes, each with cores and memory, that share a disk."""
    known = known_size(rules.game)
    size = known if known is not None else estimated_size(rules)
    rate, alone = _sample(rules)
    workers = nodes * cores
    each = alone if workers == 1 else alone + SPREAD + DOUBLED * log2(workers)
    count_bytes = int(each * size)
    solve_bytes = count_bytes + int(CODE * size)
    passes = 1 + int(LARGEST * size * 24 / (nodes * memory))
    sent = int(SENT * count_bytes * (nodes - 1) / nodes)
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
        solve_seconds=round((FINDING + SETTLING * passes) * size / rate / workers, 1),
        network_bytes=sent,
        solve_network_bytes=int((1 + ASKED) * sent),
        passes=passes,
    )


def _sample(rules: Rules) -> tuple[float, float]:
    """Count a game's first layers; return how many positions a second, and the bytes of each."""
    with TemporaryDirectory(prefix="boardproof-") as folder:
        _counted(rules, 1, Path(folder) / "first")  # the code is made before time is taken
        marks = _counted(rules, SAMPLE, Path(folder) / "layers")
        (began, none), (ended, positions) = marks[0], marks[-1]
        # What comes before the second half of the work, as opening files, is the same for any size.
        middle = next(mark for mark in marks if mark[1] >= (none + positions) / 2)
        began, none = middle if middle[1] < positions else (began, none)
        rate = (positions - none) / max(ended - began, 1e-3)
        return max(rate, 1.0), bytes_used(Path(folder) / "layers") / positions


def _counted(rules: Rules, most: int, disk: Path) -> list[tuple[float, int]]:
    """Count a game's first layers on disk, up to about so many positions; return when how many."""
    marks = [(process_time(), 0)]

    def note(ply: int, positions: int) -> None:
        marks.append((process_time(), positions))

    limits = Limits(note, threads=1, disk=disk).bounded(positions=most)
    with suppress(TooMany):
        found = plan(ENUMERATE, rules, "disk", limits).run(
            lambda engine, given: engine.enumerate(limits)
        )
        marks.append((process_time(), found.positions))
    return marks
