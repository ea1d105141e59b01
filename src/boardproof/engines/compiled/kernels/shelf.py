"""Hash tables of positions that are settled, each with its codes beside it or above its word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .constants import DEPTH, EMPTY
from .intrinsics import RuleFault, claim, i64, peek, prefetch, rule, u
from .words import Array, Columns, Int, Words, load

if TYPE_CHECKING:
    from .common import find_hashed, place_hashed
    from .game import WORDS


@rule
def seek(w: Words, slot: Int, mask: Int, table: Columns) -> Int:
    """Find a position that is in the table; return its place."""
    while True:
        seen = table[0][slot]
        if seen == w[0] and (WORDS == 1 or table[1][slot] == w[1]):
            return slot
        if seen == EMPTY:
            raise RuleFault
        slot = (slot + u(1)) & mask


@rule
def seek_part(w: Words, slot: Int, mask: Int, table: Columns) -> Int:
    """Find a position that may be in the table; return its place, or what stands for none."""
    while True:
        seen = table[0][slot]
        if seen == EMPTY:
            return EMPTY
        if seen == w[0] and (WORDS == 1 or table[1][slot] == w[1]):
            return slot
        slot = (slot + u(1)) & mask


@rule
def shelve(
    frontier: Columns, codes: Array, table: Columns, mask: Int, values: Array, shared: Int
) -> None:
    """Put positions, each with its row of codes, into a hash table; ask for memory ahead."""
    slots = np.empty(DEPTH, np.uint64)
    width = u(codes.shape[1])
    size = frontier[0].size
    for i in range(size + DEPTH):
        j = i - DEPTH
        if j >= 0:
            w = load(frontier, u(j))
            slot, _ = find_hashed(w, slots[j % DEPTH], mask, table, shared)
            for g in range(codes.shape[1]):
                values[slot, g] = codes[j, g]
        if i < size:
            w = load(frontier, u(i))
            slot = place_hashed(w, mask)
            prefetch(table[0], slot)
            prefetch(values, slot * width)
            slots[i % DEPTH] = slot


@rule
def number_rows(
    frontier: Columns, first: Int, table: Columns, mask: Int, values: Array, shared: Int
) -> None:
    """Put positions, each with the number of its row from the first on, into a hash table."""
    slots = np.empty(DEPTH, np.uint64)
    size = frontier[0].size
    for i in range(size + DEPTH):
        j = i - DEPTH
        if j >= 0:
            w = load(frontier, u(j))
            slot, _ = find_hashed(w, slots[j % DEPTH], mask, table, shared)
            values[slot, 0] = first + j
        if i < size:
            w = load(frontier, u(i))
            slot = place_hashed(w, mask)
            prefetch(table[0], slot)
            slots[i % DEPTH] = slot


@rule
def seek_packed(w: Words, slot: Int, mask: Int, table: Columns, spare: Int) -> Int:
    """Find a position that is in the table; return its word, with the code above it."""
    low = (u(1) << u(spare)) - u(1)
    while True:
        seen = table[0][slot]
        if seen == EMPTY:
            raise RuleFault
        if seen & low == w[0]:
            return seen
        slot = (slot + u(1)) & mask


@rule
def put(word: Int, slot: Int, places: Array, shared: Int) -> bool:
    """Write a word where nothing is yet; return whether that was so."""
    if peek(places, slot) != EMPTY:
        return False
    if shared:
        return bool(claim(places, slot, EMPTY, word) == EMPTY)
    places[slot] = word
    return True


@rule
def shelve_packed(
    frontier: Columns, codes: Array, table: Columns, mask: Int, spare: Int, shared: Int
) -> None:
    """Put positions, each with its code above it, into a hash table; ask for memory ahead."""
    slots = np.empty(DEPTH, np.uint64)
    size = frontier[0].size
    for i in range(size + DEPTH):
        j = i - DEPTH
        if j >= 0:
            slot, word = slots[j % DEPTH], frontier[0][j] | u(i64(codes[j, 0])) << u(spare)
            while not put(word, slot, table[0], shared):
                slot = (slot + u(1)) & mask
        if i < size:
            w = load(frontier, u(i))
            slot = place_hashed(w, mask)
            prefetch(table[0], slot)
            slots[i % DEPTH] = slot
