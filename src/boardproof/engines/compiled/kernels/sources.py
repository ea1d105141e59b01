"""The kernel that goes one move back: it finds positions from which a move leads to given ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .constants import HASHED
from .intrinsics import rule, run_block, u
from .words import Array, Columns, Int, load, same

if TYPE_CHECKING:
    from .common import comes_before, place_hashed


@rule
def find_sources(
    rules: Int, origin: Columns, opening: Int, out: Columns, slots: Array, codes: Array,
    counts: Array, movers: Array, frontier: Columns, wanted: Columns, filled: Array,
    sources: Array,
) -> None:  # fmt: skip
    """Find for each of some positions the least among many that a move leads to it from.

    A filter of few bits says of nearly all positions that they are not looked for.
    """
    most = u(filled.size * 64 - 1)
    beside, ungraded = np.empty(0, np.uint8), np.empty(0, np.int32)
    for n in range(u(sources.size)):
        slot = place_hashed(load(wanted, n), most)
        filled[slot >> u(6)] |= u(1) << (slot & u(63))
    i = 0
    while i < frontier[0].size:
        last = min(frontier[0].size, i + codes.size)
        after = run_block(rules, (
            frontier, i, last, slots.size, origin, opening, out, slots, codes, counts, movers,
            HASHED, filled, most, beside, 0, ungraded, -1,
        ))  # fmt: skip
        k = u(0)
        for j in range(u(i), u(after)):
            for _ in range(counts[j - u(i)]):
                slot = slots[k]
                if filled[slot >> u(6)] >> (slot & u(63)) & u(1) != u(0):
                    for n in range(u(sources.size)):
                        if same(load(wanted, n), load(out, k)) and (
                            sources[n] < 0
                            or comes_before(load(frontier, j), load(frontier, u(sources[n])))
                        ):
                            sources[n] = j
                k += u(1)
        i = after
