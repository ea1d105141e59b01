"""What other kernels call: canonical forms, and the tables of positions that were visited.

No kernel here knows a rule: they are compiled once for all games of so many words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constants import ARRIVING, BUSY, EMPTY, HASHED, LANES, LEAVING, LINE, LINE_BITS, PART, VALUING
from .intrinsics import (
    PlyNotUnique,
    add,
    claim,
    folded,
    i32,
    i64,
    look_shared,
    lowest,
    merge,
    peek,
    peek_after,
    prefetch,
    publish,
    rule,
    u,
)
from .words import Array, Columns, Int, Words, buffers, load, same, store

if TYPE_CHECKING:
    from .game import WORDS


@folded
def comes_before(w: Words, other: Words) -> bool:
    """Whether a position comes before another, as positions are sorted: by the last word first."""
    if WORDS == 2 and w[1] != other[1]:
        return bool(w[1] < other[1])
    return bool(w[0] < other[0])


@folded
def least_image(w: Words, images: Columns, pieces: Array) -> tuple[Int, Int]:
    """Return the least image of a position, and how many of its images are the position itself.

    Symmetries are taken four at a time: their images of a piece stand side by side.
    """
    best = w
    fixed = i64(0)
    for g in range(u(0), u(images[0].shape[2]), u(LANES)):
        a = [u(0) for _ in w]
        b = [u(0) for _ in w]
        c = [u(0) for _ in w]
        d = [u(0) for _ in w]
        for k in range(u(pieces.shape[0])):
            word = w[0] if WORDS == 1 or pieces[k, 0] == u(0) else w[1]
            bits = word >> pieces[k, 1] & pieces[k, 2]
            a = [part ^ table[k, bits, g] for part, table in zip(a, images, strict=True)]
            b = [part ^ table[k, bits, g + u(1)] for part, table in zip(b, images, strict=True)]
            c = [part ^ table[k, bits, g + u(2)] for part, table in zip(c, images, strict=True)]
            d = [part ^ table[k, bits, g + u(3)] for part, table in zip(d, images, strict=True)]
        for image in [a, b, c, d]:
            fixed += i64(same(image, w))
            less = image[0] < best[0]
            if WORDS == 2:
                less = image[1] < best[1] or (image[1] == best[1] and less)
            best = [i if less else j for i, j in zip(image, best, strict=True)]
    return fixed, *best


@folded
def canonical(w: Words, images: Columns, pieces: Array) -> Words:
    """Return the least of a position and its images."""
    _, *c = least_image(w, images, pieces)
    return c


@folded
def images_of(w: Words, images: Columns, pieces: Array) -> Int:
    """Count the different images of a position, itself among them."""
    fixed, *_ = least_image(w, images, pieces)
    return max(i64(images[0].shape[2]), i64(1)) // max(fixed, i64(1))


@rule
def place_hashed(w: Words, mask: Int) -> Int:
    """Return the place of a hash table where looking for a position begins."""
    h = w[0] if WORDS == 1 else w[0] ^ (w[1] * u(0xD6E8FEB86659FD93))
    h ^= h >> u(32)
    h *= u(0x9E3779B97F4A7C15)
    h ^= h >> u(29)
    return h & mask


@folded
def place_of(w: Words, mask: Int, bits: Int) -> Int:
    """Return the place of a table where looking for a position begins.

    Where positions have so many bits it is the place in a table without end: one with a mask has
    its lower bits. Of 64 bits it is as good as random, of fewer it is another for
    each position. It is a multiple of eight, the first place of a line.
    """
    if bits == HASHED:
        return place_hashed(w, mask)
    h = w[0] if WORDS == 1 else w[0] ^ (w[1] * u(0xD6E8FEB86659FD93))
    half = u(bits + 1) >> u(1)
    h ^= h >> half
    h *= u(0x9E3779B97F4A7C15)
    h &= ~u(0) >> u(64 - bits)
    h ^= h >> half
    return h << u(LINE_BITS)


@rule
def ask_alike(
    columns: Columns, count: Int, slots: Array, table: Array, mask: Int, beside: Array,
    stride: Int, images: Columns, pieces: Array, bits: Int,
) -> None:  # fmt: skip
    """Bring positions into canonical form, note their places, and ask for their memory ahead."""
    for k in range(u(count)):
        c: Words = canonical(load(columns, k), images, pieces)
        store(columns, k, c)
        slot = place_of(c, mask, bits)
        slots[k] = slot
        prefetch(table, slot & mask)
        if stride != 0:
            prefetch(beside, slot * u(stride))


@folded
def line_of(slot: Int) -> Int:
    """Return the first place of the line that a place of a table is in."""
    return slot & ~u(LINE - 1)


@folded
def look_for(w: Words, line: Int, table: Columns) -> tuple[Int, Int, Int]:
    """Look for a position in a line; return its place, those that are empty, and those busy."""
    found, free, busy = look_shared(table[0], line, ~u(0), w[0])
    if WORDS == 2:
        while found != u(0) and peek_after(table[1], line + u(lowest(found))) != w[1]:
            found &= found - u(1)
    return found, free, busy


@rule
def find_hashed(w: Words, slot: Int, mask: Int, table: Columns, shared: Int) -> tuple[Int, bool]:
    """Find a position in the table or add it; return its place, and whether it is new.

    It is in the first line from its home on that had room, and lines are filled from their first
    place on. So who claims the first place of a line that was empty when the position was not
    there knows that nobody else has added it meanwhile.

    Two words are not written at once: the first is claimed, and is busy till both are there.
    """
    line = line_of(slot)
    while True:
        found, free, busy = look_for(w, line, table)
        if not shared:
            if found | free != u(0):
                at = line + u(lowest(found if found != u(0) else free))
                store(table, at, w)
                return at, found == u(0)
        elif found != u(0):
            return line + u(lowest(found)), False
        elif WORDS == 2 and busy != u(0):
            while peek(table[0], line + u(lowest(busy))) == BUSY:
                pass
            continue
        elif free != u(0):
            at = line + u(lowest(free))
            if claim(table[0], at, EMPTY, w[0] if WORDS == 1 else BUSY) == EMPTY:
                if WORDS == 2:
                    table[1][at] = w[1]
                    publish(table[0], at, w[0])
                return at, True
            continue
        line = (line + u(LINE)) & mask


@rule
def find_marked(rank: Int, table: Columns, shared: Int) -> bool:
    """Mark the position of a rank as seen; return whether it is new."""
    at, bit = rank >> u(6), u(1) << (rank & u(63))
    if table[0][at] & bit != u(0):
        return False
    if not shared:
        table[0][at] |= bit
        return True
    return bool(merge(table[0], at, bit) & bit == u(0))


@rule
def spread(table: Columns, before: Int, mask: Int) -> None:
    """Move the positions of a table that has doubled in place to new places.

    Each comes to lie where it was, or nearer to its home, or in the new half. Line by line from one
    with room on, none finds its way barred by one that is still to be moved.
    """
    lifted = buffers(WORDS, LINE)
    first = u(0)
    while table[0][first + u(LINE - 1)] != EMPTY:
        first += u(LINE)
    for step in range(u(LINE), u(before + LINE), u(LINE)):
        line, count = (first + step) & u(before - 1), u(0)
        while count < u(LINE) and table[0][line + count] != EMPTY:
            store(lifted, count, load(table, line + count))
            table[0][line + count] = EMPTY
            count += u(1)
        for k in range(count):
            w = load(lifted, k)
            find_hashed(w, place_hashed(w, mask), mask, table, i64(0))


@rule
def count_arrival(arrivals: Array, slot: Int, stage: Int, shared: Int) -> Int:
    """Count an arrival, or take one back; return whether that was the last."""
    step = i32(1 if stage == ARRIVING else -1)
    if shared:
        return add(arrivals, slot, step) == 1 and stage == LEAVING
    arrivals[slot] += step
    return arrivals[slot] == 0


@folded
def take_part(parts: Array, taken: Array, state: Array, shared: Int) -> bool:
    """Take the next part that nobody has taken, and note which; return whether there is one.

    What is noted never comes after what is gone over: all parts before are done.
    """
    if shared:
        part = add(taken, u(0), i64(1))
    else:
        part = taken[0]
        taken[0] = part + i64(1)
    publish(state, u(PART), part)
    return bool(part < i64(parts.shape[0]))


@folded
def tally_block(
    frontier: Columns, start: Int, end: Int, codes: Array, counts: Array, tally: Array,
    images: Columns, pieces: Array,
) -> tuple[Int, Int, Int, Int]:  # fmt: skip
    """Tally how positions ended; return their children, and how many positions, moves and stuck.

    A position stands for all its images, where there are any: it counts as many times.
    """
    alike = images[0].shape[2] > 0
    kids, positions, moves, stuck = i64(0), i64(0), i64(0), i64(0)
    for j in range(u(end - start)):
        times = images_of(load(frontier, u(start) + j), images, pieces) if alike else 1
        positions += times
        if codes[j] != 0:
            tally[codes[j]] += times
        else:
            stuck += times * i64(counts[j] == 0)
            moves += times * counts[j]
            kids += counts[j]
    return kids, positions, moves, stuck


@folded
def hurry_above(worth: Int, counted: Int, sign: Int) -> Int:
    """Return the value above which the player to move hurries, given that of a game without end.

    Values are counted from some number: who likes a game without end ends it all the same.
    """
    return i64(worth * sign - (1 if (worth + counted) * sign > 0 else 0))


@folded
def as_liked(child: Int, sign: Int, bar: Int, bits: Int) -> Int:
    """Return a child's value with its distance, such that the player to move takes the greatest."""
    never = (i64(1) << bits) - 1
    value, distance = (child >> bits) * sign, child & never
    return (value << bits) | (never - distance if value > bar else distance)


@folded
def one_move_before(best: Int, sign: Int, bar: Int, bits: Int, stage: Int) -> Int:
    """Return the value with its distance of a position whose best child is known."""
    never = (i64(1) << bits) - 1
    value, distance = best >> bits, best & never
    distance = min((never - distance if value > bar else distance) + 1, never)
    return ((value * sign) << bits) | (never if stage == VALUING else distance)


@folded
def goals_forced(
    met: Int, some: Int, every: Int, mine: Int, goals_of: Array, keeps_of: Array, free: Int
) -> Int:
    """Return the goals that are met, or that children keep: some, or every one for the others."""
    forced, keep = u(0), free
    while met != u(0):
        aim = lowest(met)
        forced |= goals_of[aim]
        keep |= keeps_of[aim]
        met &= met - u(1)
    return forced | keep & ((some & mine) | (every & ~mine))


@rule
def check_grade(grade: Array, key: Int, ply: Int) -> None:
    """Refuse a key that goes with another ply; its ply is learnt where it is the first."""
    if grade[key] == -1:
        grade[key] = ply
    if grade[key] != ply:
        raise PlyNotUnique
