"""The kernel of breadth-first search: it expands the positions of one ply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .constants import ARRIVING, DEPTH
from .intrinsics import i64, prefetch, rule, u
from .words import Array, Columns, Int, buffers, load, store

if TYPE_CHECKING:
    from .common import (
        canonical,
        count_arrival,
        find_hashed,
        find_marked,
        fits,
        images_of,
        place_hashed,
    )
    from .game import (
        ALIKE,
        MOST_MOVES,
        RING,
        TABLE,
        WORDS,
        grade_key,
        place_marked,
        result_after,
        result_code,
        successors,
    )


@rule
def expand(
    frontier: Columns, start: Int, end: Int, table: Columns, mask: Int, arrivals: Array,
    children: Columns, limit: Int, state: Array, tally: Array, grade: Array, ply: Int, stage: Int,
    shared: Int, images: Columns,
) -> Int:  # fmt: skip
    """Expand positions of one ply: tally endings, find what they lead to.

    `state` counts children, moves, stuck, says whether every position fits its grade, which one is
    expanded, and counts positions. Stops early, with all children so far in the table, when `limit`
    is near. A position stands for all its images: it counts as many times as there are.

    Children are asked for ahead: all of a position are pushed, then all but a few are looked up.
    Where a table is hashed or marked, plies are told apart by keys, and each position's key is
    checked; where it is kept, arrivals are counted. Marks are never forgotten: what is found again
    must not have been found at an earlier ply.
    """
    out = buffers(WORDS, MOST_MOVES)
    ring = buffers(WORDS, RING)
    slots = np.empty(RING, np.uint64)
    head, tail = u(0), u(0)
    one, wrap, most = u(1), u(RING - 1), u(DEPTH)
    size, moves, stuck, graded, positions = state[0], state[1], state[2], state[3], state[5]
    i = start
    known, known_next = -1, -1  # keys that fit this ply, and the next
    while True:
        if i < end and size + i64(tail - head) + MOST_MOVES < limit:
            w = load(frontier, u(i))
            state[4] = i
            i += 1
            if TABLE != "kept":
                key = grade_key(*w)
                if key != known:
                    graded &= fits(grade, key, ply)
                    known = key
            times = images_of(w, images) if ALIKE else 1
            positions += times
            code = result_after(*w) if ply > 0 else result_code(*w)
            if code != 0:
                tally[code] += times
                continue
            count = successors(*w, *out)
            if count == 0:
                stuck += times
            moves += times * i64(count)
            for k in range(count):
                c = load(out, k)
                if ALIKE:
                    c = canonical(c, images)
                slot = place_marked(*c, mask) if TABLE == "marked" else place_hashed(c, mask)
                prefetch(table[0], slot >> u(6) if TABLE == "marked" else slot)
                if TABLE == "kept":
                    prefetch(arrivals, slot)
                slots[tail & wrap] = slot
                store(ring, tail & wrap, c)
                tail += one
        else:
            most = u(0)
        while tail - head > most:
            c = load(ring, head & wrap)
            slot = slots[head & wrap]
            if TABLE == "marked":
                slot, new = find_marked(c, slot, mask, table, shared)
            else:
                slot, new = find_hashed(c, slot, mask, table, shared)
            head += one
            if TABLE == "kept":
                last = count_arrival(arrivals, slot, stage, shared)
                new = new if stage == ARRIVING else last
            if new:
                store(children, u(size), c)
                size += 1
            elif TABLE == "marked":
                key = grade_key(*c)
                if key != known_next:
                    graded &= fits(grade, key, ply + 1)
                    known_next = key
        if most == u(0):
            break
    state[0], state[1], state[2], state[3], state[5] = size, moves, stuck, graded, positions
    return i
