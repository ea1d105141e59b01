"""The kernel of breadth-first search: it expands the positions of one ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .constants import ARRIVING, BEGIN, END, HASHED, PART, ROW, UNTIL
from .intrinsics import i64, rule, run_block, u
from .words import Array, Columns, Int, columns_of, load, store

if TYPE_CHECKING:
    from .common import ask_alike, count_arrival, find_hashed, find_marked, take_part, tally_block
    from .game import TABLE, WORDS


@rule
def expand(
    rules: Int, origin: Columns, opening: Int, out: Columns, slots: Array, codes: Array,
    counts: Array, movers: Array, parts: Array, taken: Array, enough: Int, table: Columns,
    mask: Int, aside: Any, children: Columns, limit: Int, state: Array,
    tally: Array, grade: Array, ply: Int, shared: Int, images: Columns, pieces: Array,
) -> None:  # fmt: skip
    """Expand positions of one ply, part after part: tally endings, find what they lead to.

    It stops where no part is left to take, or once it has gone over `enough` rows; within a part,
    with all children so far in the table, when `limit` is near. `state` counts children, moves,
    stuck and positions, and says where it stopped. A position stands for all its images: it counts
    as many times as there are.

    Plies are told apart by grades. A marked table has a bit for every rank, and `aside` is where
    what ranks positions is. A kept one has counts `aside`: how many moves lead to each position.
    """
    size, moves, stuck, positions = state[0], state[1], state[2], state[3]
    beside = (table[1] if WORDS == 2 else slots).view(np.uint8)
    stride = i64(8 if WORDS == 2 else 0)
    alike = images[0].shape[2] > 0
    asking = 0 if TABLE == "marked" or alike else HASHED
    i, end, left = state[ROW], state[END], i64(enough)
    frontier = columns_of(WORDS, parts, u(state[PART]))
    while True:
        if i == end:
            if left <= 0 or not take_part(parts, taken, state, shared):
                break
            part = u(state[PART])
            frontier = columns_of(WORDS, parts, part)
            i, end = parts[part, BEGIN], parts[part, UNTIL]
        room, last = min(i64(slots.size), limit - size), min(end, i + codes.size)
        after = run_block(rules, (
            frontier, i, last, room, origin, opening, out, slots, codes, counts, movers, asking,
            table[0], mask, beside, stride, grade, -1 if TABLE == "kept" else ply,
        ))  # fmt: skip
        if after == i:
            break
        kids, here, led, dead = tally_block(
            frontier, i, after, codes, counts, tally, images, pieces
        )
        positions, moves, stuck = positions + here, moves + led, stuck + dead
        if alike:
            ask_alike(out, kids, slots, table[0], mask, beside, stride, images, pieces, HASHED)
        if TABLE == "marked":
            run_block(aside, (out, kids, slots, table[0], grade, ply + 1))
        for k in range(u(kids)):
            c = load(out, k)
            if TABLE == "marked":
                new = find_marked(slots[k], table, shared)
            else:
                slot, new = find_hashed(c, slots[k], mask, table, shared)
                if TABLE == "kept":
                    count_arrival(aside, slot, ARRIVING, shared)
            store(children, u(size), c)  # without a branch: if it is not new, the next lies there
            size += i64(new)
        left -= after - i
        i = after
    state[0], state[1], state[2], state[3] = size, moves, stuck, positions
    state[ROW], state[END] = i, end
