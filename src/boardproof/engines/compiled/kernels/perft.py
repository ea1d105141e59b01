"""Walking through all games to a depth, a block of positions at a time."""

from __future__ import annotations

import numpy as np

from .intrinsics import rule, run_block, u
from .words import Array, Columns, Int


@rule
def perft(
    rules: Int, origin: Columns, opening: Int, out: Columns, slots: Array, codes: Array,
    counts: Array, movers: Array, stack: Columns, at: Array, sizes: Array, games: Array,
) -> None:  # fmt: skip
    """Count sequences of moves from the first position of the stack, of every length it has."""
    beside, ungraded = np.empty(0, np.uint8), np.empty(0, np.int32)
    games[0], sizes[0], at[0], ply = 1, 1, 0, 0
    while ply >= 0:
        if at[ply] == sizes[ply]:
            ply -= 1
            continue
        begin, end = at[ply], min(sizes[ply], at[ply] + codes.size)
        at[ply] = run_block(rules, (
            [column[ply] for column in stack], begin, end, slots.size, origin, opening,
            [column[ply + 1] for column in stack], slots, codes, counts, movers, 0, slots, u(0),
            beside, 0, ungraded, -1,
        ))  # fmt: skip
        children = 0
        for j in range(at[ply] - begin):
            children += counts[j]
        games[ply + 1] += children
        if ply + 2 < games.size:
            ply += 1
            at[ply], sizes[ply] = 0, children
