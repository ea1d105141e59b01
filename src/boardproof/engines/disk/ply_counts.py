"""What expanding a ply counted, as it is noted in a folder."""

from __future__ import annotations

import msgspec


class PlyCounts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What expanding a ply counted, and the grades that were learnt to go with it."""

    new_positions: int
    positions: int
    moves: int
    stuck: int
    tally: list[int]
    grades: list[int]
