"""What other kernels call: canonical forms, and the tables of positions that were visited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constants import ARRIVING, BUSY, EMPTY, LEAVING
from .intrinsics import add, claim, i32, i64, merge, peek, publish, rule, u
from .words import Array, Columns, Int, Words, each, load, same, store

if TYPE_CHECKING:
    from .game import PIECES, WORDS


@rule
def image(w: Words, g: Int, images: Columns) -> Words:
    """Return the image of a position under a symmetry, piece by piece."""
    c = [u(0) for _ in w]
    for k, piece in enumerate(PIECES):
        bits = w[piece[0]] >> u(piece[1]) & u(piece[2])
        for n in each(WORDS):
            c[n] ^= images[n][g, k, bits]
    return c


@rule
def canonical(w: Words, images: Columns) -> Words:
    """Return the least of a position and its images."""
    best = w
    for g in range(images[0].shape[0]):
        c: Words = image(w, g, images)
        less = c[0] < best[0]
        if WORDS == 2:
            less = c[1] < best[1] or (c[1] == best[1] and less)
        if less:
            best = c
    return best


@rule
def images_of(w: Words, images: Columns) -> Int:
    """Count the different images of a position, itself among them."""
    fixed = 1
    for g in range(images[0].shape[0]):
        c: Words = image(w, g, images)
        fixed += i64(same(c, w))
    return (images[0].shape[0] + 1) // fixed


@rule
def place_hashed(w: Words, mask: Int) -> Int:
    """Return the place of a hash table where looking for a position begins."""
    h = w[0] if WORDS == 1 else w[0] ^ (w[1] * u(0xD6E8FEB86659FD93))
    h ^= h >> u(32)
    h *= u(0x9E3779B97F4A7C15)
    h ^= h >> u(29)
    return h & mask


@rule
def find_hashed(w: Words, slot: Int, mask: Int, table: Columns, shared: Int) -> tuple[Int, bool]:
    """Find a position in the table or add it; return its place, and whether it is new.

    Two words are not written at once: the first is claimed, and is busy till both are there.
    """
    while True:
        seen = peek(table[0], slot)
        if seen == EMPTY:
            if not shared:
                store(table, slot, w)
                return slot, True
            seen = claim(table[0], slot, EMPTY, w[0] if WORDS == 1 else BUSY)
            if seen == EMPTY:
                if WORDS == 2:
                    table[1][slot] = w[1]
                    publish(table[0], slot, w[0])
                return slot, True
        if WORDS == 2:
            while seen == BUSY:
                seen = peek(table[0], slot)
        if seen == w[0] and (WORDS == 1 or table[1][slot] == w[1]):
            return slot, False
        slot = (slot + u(1)) & mask


@rule
def find_marked(w: Words, slot: Int, mask: Int, table: Columns, shared: Int) -> tuple[Int, bool]:
    """Mark a position as seen; return its place, and whether it is new."""
    at, bit = slot >> u(6), u(1) << (slot & u(63))
    if table[0][at] & bit != u(0):
        return slot, False
    if not shared:
        table[0][at] |= bit
        return slot, True
    return slot, merge(table[0], at, bit) & bit == u(0)


@rule
def spread(table: Columns, arrivals: Array, before: Int, mask: Int) -> None:
    """Move the positions of a table that has doubled in place, and their arrivals, to new places.

    Each comes to lie where it was, or nearer to its home, or in the new half. Taken in order from
    an empty place on, none finds its way barred by one that is still to be moved.
    """
    start = 0
    while table[0][start] != EMPTY:
        start += 1
    for step in range(1, before):
        i = (start + step) & (before - 1)
        if table[0][i] != EMPTY:
            w = load(table, i)
            table[0][i] = EMPTY
            slot, _ = find_hashed(w, place_hashed(w, mask), mask, table, False)
            if arrivals.size:
                number = arrivals[i]
                arrivals[i] = i32(0)
                arrivals[slot] = number


@rule
def count_arrival(arrivals: Array, slot: Int, stage: Int, shared: Int) -> Int:
    """Count an arrival, or take one back; return whether that was the last."""
    step = i32(1 if stage == ARRIVING else -1)
    if shared:
        return add(arrivals, slot, step) == 1 and stage == LEAVING
    arrivals[slot] += step
    return arrivals[slot] == 0


@rule
def fits(grade: Array, key: Int, ply: Int) -> Int:
    """Whether a key goes with a ply, which is learnt where it is the first."""
    if grade[key] == -1:
        grade[key] = ply
    return i64(grade[key] == ply)
