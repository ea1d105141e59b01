"""The kernels of a search that keeps all positions: each has a number, and moves lead to numbers.

The positions lie in rows by their numbers. A place of the table holds the number of one, increased
by one, and above it what the place itself does not say of the place in a table without end where
looking for it begins (`place_of`). Places are looked at by lines: a position is in the first line
that had room.

Where positions are small enough there stands between both how many lines it is from home. Then no
position is looked at to find one: `step` is what a line further on adds. Else it is zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .constants import (
    AHEAD,
    ARRIVING,
    BEGIN,
    END,
    FIRST,
    FIRST_CHILD,
    LANES,
    LAST_LINK,
    LEAVING,
    LINE,
    LINE_BITS,
    LINK,
    LINKING,
    NEAR,
    PART,
    ROW,
    UNTIL,
)
from .intrinsics import (
    TableCrowded,
    claim,
    folded,
    i32,
    i64,
    lowest,
    matches,
    peek,
    prefetch,
    rule,
    run_block,
    u,
)
from .words import Array, Columns, Int, Words, columns_of, load, same, store

if TYPE_CHECKING:
    from .common import ask_alike, count_arrival, place_of, take_part, tally_block
    from .game import WORDS


@folded
def bits_of(spare: Int) -> Int:
    """Return how many bits positions have, for `place_of`: 64 where none are spare."""
    return i64(64) if spare == u(0) else i64(64 - LINE_BITS) - i64(spare)


@folded
def head_of(place: Int, shift: Int, spare: Int) -> Int:
    """Return what a place at home holds of a position beside its number."""
    return place >> shift << shift << spare


@folded
def find_numbered(
    w: Words, place: Int, heads: Array, mask: Int, shift: Int, spare: Int, step: Int,
    known: Columns, number: Int, shared: Int,
) -> tuple[Int, bool]:  # fmt: skip
    """Find a position, or give it a number; return its number, and whether it is new.

    It is written before it can be found: who finds its number finds the position.
    """
    line, head = place & mask, head_of(place, shift, spare)
    end = head + (step << spare)
    while True:
        free = matches(heads, line, ~u(0), u(0))
        found = matches(heads, line, ~mask, head) & ~free
        while found != u(0):
            other = (peek(heads, line + u(lowest(found))) & mask) - u(1)
            if step != u(0) or same(load(known, other), w):
                return other, False
            found &= found - u(1)
        if free != u(0):
            store(known, number, w)
            slot = line + u(lowest(free))
            if not shared:
                heads[slot] = head | (number + u(1))
                return number, True
            if claim(heads, slot, u(0), head | (number + u(1))) == u(0):
                return number, True
        else:
            line = (line + u(LINE)) & mask
            head += step
            if step != u(0) and head == end:
                raise TableCrowded


@folded
def enter_number(
    place: Int, number: Int, heads: Array, mask: Int, shift: Int, spare: Int, step: Int
) -> None:
    """Enter the number of a position that is not in the table."""
    line, head = place & mask, head_of(place, shift, spare)
    end, free = head + (step << spare), matches(heads, line, ~u(0), u(0))
    while free == u(0):
        line = (line + u(LINE)) & mask
        head += step
        if step != u(0) and head == end:
            raise TableCrowded
        free = matches(heads, line, ~u(0), u(0))
    heads[line + u(lowest(free))] = head | number


@rule
def enter_numbers(
    heads: Array, mask: Int, shift: Int, spare: Int, step: Int, known: Columns, start: Int,
    end: Int,
) -> None:  # fmt: skip
    """Enter positions into a table that has none of them."""
    for number in range(u(start), u(end)):
        place = place_of(load(known, number), mask, bits_of(spare))
        enter_number(place, number + u(1), heads, mask, shift, spare, step)


@folded
def lift_line(
    line: Int, places: Array, numbers: Array, count: Int, heads: Array, mask: Int, shift: Int,
    spare: Int, step: Int, known: Columns,
) -> Int:  # fmt: skip
    """Take all positions out of a line; note where they belong, and return how many are noted."""
    for slot in range(line, line + u(LINE)):
        head = heads[slot]
        if head == u(0):
            break
        heads[slot] = u(0)
        if step == u(0):
            place = place_of(load(known, (head & mask) - u(1)), mask, bits_of(spare))
        else:
            far = head >> shift & ((u(1) << spare) - u(1))
            place = head >> shift >> spare << shift | (line - (far << u(LINE_BITS))) & mask
        places[count], numbers[count] = place, head & mask
        count += u(1)
    return count


@rule
def spread_numbers(
    heads: Array, mask: Int, shift: Int, spare: Int, step: Int, known: Columns, before: Int
) -> None:
    """Move the numbers of a table that has grown in place to new places.

    Each comes to lie where it was, or nearer to its home, or in what is new. What has come round
    the end to the first lines waits till all lines before its home have been gone over.
    """
    first, size = u(0), u(before)
    while heads[first + u(LINE - 1)] != u(0):
        first += u(LINE)
    first += u(LINE)
    places, numbers = np.empty(first + u(LINE), np.uint64), np.empty(first + u(LINE), np.uint64)
    kept, old_mask, old_shift = u(0), size - u(1), u(lowest(size))
    for line in range(u(0), size, u(LINE)):
        if step == u(0) and line + u(2 * LINE) < size:
            for slot in range(line + u(LINE), line + u(2 * LINE)):
                for column in known:
                    prefetch(column, (heads[slot] & old_mask) - u(1))
        count = lift_line(
            line, places, numbers, kept, heads, old_mask, old_shift, spare, step, known
        )
        if line < first:
            kept = count
        for k in range(kept, count):
            enter_number(places[k], numbers[k], heads, mask, shift, spare, step)
    for k in range(kept):
        enter_number(places[k], numbers[k], heads, mask, shift, spare, step)


@rule
def expand_numbered(
    rules: Int, origin: Columns, opening: Int, out: Columns, slots: Array, codes: Array,
    counts: Array, movers: Array, parts: Array, taken: Array, enough: Int, heads: Array,
    mask: Int, shift: Int, spare: Int, step: Int, known: Columns,
    arrivals: Array, links: Array, stage: Int, children: Columns, limit: Int, state: Array,
    tally: Array, grade: Array, ply: Int, shared: Int, images: Columns, pieces: Array,
) -> None:  # fmt: skip
    """Expand positions, as `expand` does, and number what they lead to.

    `state` has the number of the first child, too, and which links are free. The links of a
    position are how many there are, and the numbers that they lead to; `arrivals` says where they
    begin. At other stages arrivals are counted there, or taken back: then `children` are numbers of
    positions at which none is left to arrive.
    """
    size, moves, stuck, positions = state[0], state[1], state[2], state[3]
    next_number, link = u(state[FIRST_CHILD] + size), u(state[LINK])
    most_links = u(slots.size + codes.size)
    beside = arrivals.view(np.uint8)
    alike = images[0].shape[2] > 0
    bits = bits_of(spare)
    i, end, left, part = state[ROW], state[END], i64(enough), u(state[PART])
    frontier = columns_of(WORDS, parts, part)
    first = u(parts[part, FIRST])
    while True:
        if i == end:
            if left <= 0 or not take_part(parts, taken, state, shared):
                break
            part = u(state[PART])
            frontier = columns_of(WORDS, parts, part)
            first = u(parts[part, FIRST])
            i, end = parts[part, BEGIN], parts[part, UNTIL]
        if stage == LINKING and link + most_links > u(state[LAST_LINK]):
            break
        room, last = min(i64(slots.size), limit - size), min(end, i + codes.size)
        after = run_block(rules, (
            frontier, i, last, room, origin, opening, out, slots, codes, counts, movers,
            0 if alike else bits, heads, mask, beside, 0, grade, -1,
        ))  # fmt: skip
        if after == i:
            break
        kids, here, led, dead = tally_block(
            frontier, i, after, codes, counts, tally, images, pieces
        )
        positions, moves, stuck = positions + here, moves + led, stuck + dead
        if alike:
            ask_alike(out, kids, slots, heads, mask, beside, 0, images, pieces, bits)
        if step == u(0):
            for k in range(u(kids)):
                line = slots[k] & mask
                found = matches(heads, line, ~mask, head_of(slots[k], shift, spare))
                if found != u(0):
                    for column in known:
                        prefetch(column, (heads[line + u(lowest(found))] & mask) - u(1))
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
        left -= after - i
        i = after
    state[0], state[1], state[2], state[3] = size, moves, stuck, positions
    state[ROW], state[END], state[LINK] = i, end, i64(link)


@rule
def count_links(
    begins: Array, links: Array, start: Int, end: Int, arrivals: Array, shared: Int
) -> None:
    """Count how many links of some positions arrive at each."""
    for row in range(u(start), u(end)):
        link = u(begins[row])
        if link != u(0):
            for at in range(link + u(1), link + u(1) + u(links[link])):
                count_arrival(arrivals, u(links[at]), ARRIVING, shared)


@rule
def take_links(
    begins: Array, links: Array, left: Array, order: Array, start: Int, end: Int, near: Array,
    following: Array, size: Int, shared: Int,
) -> Int:  # fmt: skip
    """Take back the links of some positions in order; note those that follow, with none left.

    Return how many follow then. What is needed soon is asked for: where the links of a position
    begin, then its links, then what they lead to. Links are brought near, some at a time however
    many there are, so that no step but the last depends on what they are.
    """
    i, last = u(start), u(end) - u(1)
    size = u(size)
    while i < u(end):
        count = u(0)
        while i < u(end) and count < u(NEAR):
            prefetch(begins, u(order[min(i + u(2 * AHEAD), last)]))
            prefetch(links, u(begins[u(order[min(i + u(AHEAD), last)])]))
            link = u(begins[u(order[i])])
            for at in range(u(0), u(links[link]), u(LANES)):
                for lane in range(u(LANES)):
                    near[count + at + lane] = links[link + u(1) + at + lane]
                    prefetch(left, u(near[count + at + lane]))
            count += u(links[link])
            i += u(1)
        for k in range(count):
            number = u(near[k])
            following[size] = number  # without a branch: if some are left, the next lies there
            size += u(count_arrival(left, number, LEAVING, shared))
    return i64(size)
