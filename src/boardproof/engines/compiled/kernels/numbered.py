"""The kernels of a search that keeps all positions: each has a number, and moves lead to numbers.

The positions lie in rows by their numbers. A place of the table holds the number of one, increased
by one, and above it the bits of its key above so many as places have. If the key is the position,
these bits and its home, the place where looking for it begins, say which one it is (`place_of`).

Where positions are small enough there stands between both how far the place is from home. Then no
position is looked at to find one: `step` is what a place further on adds. Else it is zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .constants import AHEAD, ARRIVING, FIRST_CHILD, FIRST_ROW, LAST_LINK, LEAVING, LINK, LINKING
from .intrinsics import TableCrowded, claim, folded, i32, i64, peek, prefetch, rule, run_block, u
from .words import Array, Columns, Int, Words, load, same, store

if TYPE_CHECKING:
    from .common import canonical, count_arrival, place_of, tally_block
    from .game import WORDS


@folded
def key_above(w: Words, shift: Int, spare: Int) -> Int:
    """Return what a place at home holds of a position beside its number."""
    key = w[0] if WORDS == 1 else w[0] ^ (w[1] * u(0xD6E8FEB86659FD93))
    return key >> shift << shift << spare


@folded
def find_numbered(
    w: Words, slot: Int, heads: Array, mask: Int, shift: Int, spare: Int, step: Int,
    known: Columns, number: Int, shared: Int,
) -> tuple[Int, bool]:  # fmt: skip
    """Find a position, or give it a number; return its number, and whether it is new.

    It is written before it can be found: who finds its number finds the position.
    """
    head = key_above(w, shift, spare)
    end = head + (step << spare)
    while True:
        seen = peek(heads, slot)
        if seen == u(0):
            store(known, number, w)
            if not shared:
                heads[slot] = head | (number + u(1))
                return number, True
            seen = claim(heads, slot, u(0), head | (number + u(1)))
            if seen == u(0):
                return number, True
        if seen & ~mask == head:
            other = (seen & mask) - u(1)
            if step != u(0) or same(load(known, other), w):
                return other, False
        slot = (slot + u(1)) & mask
        head += step
        if step != u(0) and head == end:
            raise TableCrowded


@rule
def enter_numbers(
    heads: Array, mask: Int, shift: Int, spare: Int, step: Int, known: Columns, start: Int,
    end: Int,
) -> None:  # fmt: skip
    """Enter positions into a table that has none of them."""
    asking = i64(1 if step == u(0) else shift)
    for number in range(u(start), u(end)):
        if number + u(AHEAD) < u(end):
            prefetch(heads, place_of(load(known, number + u(AHEAD)), mask, asking))
        w = load(known, number)
        slot, head = place_of(w, mask, asking), key_above(w, shift, spare)
        crowded = head + (step << spare)
        while heads[slot] != u(0):
            slot = (slot + u(1)) & mask
            head += step
            if step != u(0) and head == crowded:
                raise TableCrowded
        heads[slot] = head | (number + u(1))


@rule
def expand_numbered(
    rules: Int, origin: Columns, opening: Int, out: Columns, slots: Array, codes: Array,
    counts: Array, movers: Array, frontier: Columns, start: Int, end: Int, heads: Array,
    mask: Int, shift: Int, spare: Int, step: Int, known: Columns,
    arrivals: Array, links: Array, stage: Int, children: Columns, limit: Int, state: Array,
    tally: Array, grade: Array, ply: Int, shared: Int, images: Columns, pieces: Array,
) -> Int:  # fmt: skip
    """Expand positions, as `expand` does, and number what they lead to; return where it stopped.

    Beside its counts, `state` has the numbers of the first position and of the first child, and
    which links are free. The links of a position are how many there are, and the numbers that they
    lead to; `arrivals` says where they begin. At other stages arrivals are counted there, or taken
    back: then `children` are numbers of positions at which none is left to arrive.
    """
    size, moves, stuck, positions = state[0], state[1], state[2], state[3]
    first, next_number, link = u(state[FIRST_ROW]), u(state[FIRST_CHILD] + size), u(state[LINK])
    most_links = u(slots.size + codes.size)
    beside = arrivals.view(np.uint8)
    alike = images[0].shape[2] > 0
    home = i64(1 if step == u(0) else shift)
    i = start
    while i < end:
        if stage == LINKING and link + most_links > u(state[LAST_LINK]):
            break
        room, last = min(i64(slots.size), limit - size), min(end, i + codes.size)
        after = run_block(rules, (
            frontier, i, last, room, origin, opening, out, slots, codes, counts, movers,
            0 if alike else home, heads, mask, beside, 0, grade, -1,
        ))  # fmt: skip
        if after == i:
            break
        kids, here, led, dead = tally_block(
            frontier, i, after, codes, counts, tally, images, pieces
        )
        positions, moves, stuck = positions + here, moves + led, stuck + dead
        if alike:
            for k in range(u(kids)):
                c: Words = canonical(load(out, k), images, pieces)
                store(out, k, c)
                slots[k] = place_of(c, mask, home)
                prefetch(heads, slots[k])
        if step == u(0):
            for k in range(u(kids)):
                seen = heads[slots[k]]
                if seen != u(0):
                    for column in known:
                        prefetch(column, (seen & mask) - u(1))
        k = u(0)
        for j in range(u(after - i)):
            if stage == LINKING and counts[j] != 0:
                arrivals[first + u(i) + j] = i32(link)
                links[link] = i32(counts[j])
                link += u(1)
            for _ in range(counts[j]):
                c = load(out, k)
                number, new = find_numbered(
                    c, slots[k], heads, mask, shift, spare, step, known, next_number, shared
                )
                if stage == LINKING:
                    links[link] = i32(number)
                    link += u(1)
                elif stage == ARRIVING or stage == LEAVING:  # noqa: SIM109 (a tuple compiles slowly)
                    last = count_arrival(arrivals, number, stage, shared)
                    new = new if stage == ARRIVING else last
                if new:
                    if stage == LEAVING:
                        children[0][u(size)] = number
                    size += 1
                    next_number += u(1)
                k += u(1)
        i = after
    state[0], state[1], state[2], state[3] = size, moves, stuck, positions
    state[LINK] = i64(link)
    return i


@rule
def count_links(begins: Array, links: Array, start: Int, end: Int, arrivals: Array) -> None:
    """Count how many links of some positions arrive at each."""
    for row in range(u(start), u(end)):
        link = u(begins[row])
        if link != u(0):
            for at in range(link + u(1), link + u(1) + u(links[link])):
                arrivals[u(links[at])] += 1


@rule
def take_links(begins: Array, links: Array, left: Array, order: Array, start: Int, end: Int) -> Int:
    """Take back the links of a round of positions; put those in order that have none left.

    Return where the next round ends. What is needed soon is asked for: where the links of a
    position begin, then its links, then what they lead to.
    """
    size, last = u(end), u(end) - u(1)
    for i in range(u(start), u(end)):
        prefetch(begins, u(order[min(i + u(3 * AHEAD), last)]))
        prefetch(links, u(begins[u(order[min(i + u(2 * AHEAD), last)])]))
        link = u(begins[u(order[min(i + u(AHEAD), last)])])
        for at in range(link + u(1), link + u(1) + u(links[link])):
            prefetch(left, u(links[at]))
        link = u(begins[u(order[i])])
        for at in range(link + u(1), link + u(1) + u(links[link])):
            number = u(links[at])
            rest = left[number] - 1
            left[number] = rest
            order[size] = number
            size += u(rest == 0)
    return i64(size)
