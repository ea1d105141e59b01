"""The kernel that goes one move back: it finds positions from which a move leads to given ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import rule, u
from .words import Array, Columns, buffers, load, same

if TYPE_CHECKING:
    from .common import place_hashed
    from .game import MOST_MOVES, WORDS, result_code, successors


@rule
def find_sources(
    frontier: Columns, wanted: Columns, filled: Array, sources: Array, state: Array
) -> None:
    """Find for each of some positions one among many that a move leads to it from.

    A filter of few bits says of nearly all positions that they are not looked for.
    """
    out = buffers(WORDS, MOST_MOVES)
    missing = sources.size
    most = u(filled.size * 64 - 1)
    for k in range(sources.size):
        c = load(wanted, k)
        slot = place_hashed(c, most)
        filled[slot >> u(6)] |= u(1) << (slot & u(63))
    for i in range(frontier[0].size):
        w = load(frontier, u(i))
        state[0] = i
        if result_code(*w) != 0:
            continue
        for k in range(successors(*w, *out)):
            c = load(out, k)
            slot = place_hashed(c, most)
            if filled[slot >> u(6)] >> (slot & u(63)) & u(1) == u(0):
                continue
            for n in range(sources.size):
                if sources[n] < 0 and same(load(wanted, n), c):
                    sources[n] = i
                    missing -= 1
        if missing == 0:
            break
