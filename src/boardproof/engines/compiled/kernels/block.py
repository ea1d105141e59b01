"""What a game gives to the kernels that know no rules: a block of positions, expanded or ranked.

These are called by their addresses, with the addresses of arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import i64, inner, prefetch, u
from .words import Array, Columns, Int, load, same, store

if TYPE_CHECKING:
    from .common import check_grade, place_of
    from .game import (
        MOST_MOVES,
        ended_after,
        grade_key,
        mover,
        place_marked,
        stuck_code,
        successors,
    )


@inner
def expand_block(
    frontier: Columns, start: Int, end: Int, room: Int, origin: Columns, opening: Int,
    children: Columns, slots: Array, codes: Array, counts: Array, movers: Array, asking: Int,
    table: Array, mask: Int, beside: Array, stride: Int, grade: Array, ply: Int,
) -> Int:  # fmt: skip
    """Expand positions as long as there is room for children; return the first that is left.

    Each gets a result, a number of children and who is to move. All children stand in a row; if
    they are asked for, each has its place in the table, whose memory is on its way (`place_of`).

    The first row of `origin` is where games start, and `opening` its result. A position that was
    moved to has only the results that a move can bring about. The second row is the position that
    is expanded, for a rule may go wrong there. Unless the ply is below zero, each position must be
    of its grade.
    """
    known, kids = i64(-1), u(0)
    first = load(origin, u(0))
    for i in range(start, end):
        if i64(kids) + MOST_MOVES > room:
            return i
        w = load(frontier, u(i))
        store(origin, u(1), w)
        if ply >= 0:
            key = i64(grade_key(*w))
            if key != known:
                check_grade(grade, key, ply)
                known = key
        code = opening if same(w, first) else i64(ended_after(*w))
        before = kids
        if code == 0:
            kids = u(successors(*w, *children, kids))
            if kids == before:
                code = i64(stuck_code(*w))
            movers[u(i - start)] = mover(*w)
            if asking:
                for k in range(before, kids):
                    slot = place_of(load(children, k), mask, asking)
                    slots[k] = slot
                    prefetch(table, slot & mask)
                    if stride != 0:
                        prefetch(beside, slot * u(stride))
        codes[u(i - start)] = code
        counts[u(i - start)] = i64(kids - before)
    return end


@inner
def rank_block(
    positions: Columns, count: Int, slots: Array, table: Array, grade: Array, ply: Int
) -> Int:
    """Note the ranks of positions, and ask for the memory of their bits.

    What is found again there must not be of an earlier ply: each must be of its grade.
    """
    known = i64(-1)
    for k in range(u(count)):
        c = load(positions, k)
        slots[k] = place_marked(*c)
        prefetch(table, slots[k] >> u(6))
        key = i64(grade_key(*c))
        if key != known:
            check_grade(grade, key, ply)
            known = key
    return i64(count)
