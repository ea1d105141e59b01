"""Hash tables of positions that are settled, each with its codes beside it or above its word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .constants import DEPTH, EMPTY, LINE
from .intrinsics import RuleFault, claim, folded, i64, look, lowest, matches, prefetch, rule, u
from .words import Array, Columns, Int, Words, load

if TYPE_CHECKING:
    from .common import find_hashed, line_of, place_hashed
    from .game import WORDS


@rule
def seek_part(w: Words, slot: Int, mask: Int, table: Columns) -> Int:
    """Find a position that may be in the table; return its place, or what stands for none."""
    line = line_of(slot)
    while True:
        found, free, _ = look(table[0], line, ~u(0), w[0])
        if WORDS == 2:
            while found != u(0) and table[1][line + u(lowest(found))] != w[1]:
                found &= found - u(1)
        if found != u(0):
            return line + u(lowest(found))
        if free != u(0):
            return EMPTY
        line = (line + u(LINE)) & mask


@rule
def seek(w: Words, slot: Int, mask: Int, table: Columns) -> Int:
    """Find a position that is in the table; return its place."""
    at = seek_part(w, slot, mask, table)
    if at == EMPTY:
        raise RuleFault
    return at


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
    line, low = line_of(slot), (u(1) << u(spare)) - u(1)
    while True:
        found, free, _ = look(table[0], line, low, w[0])
        if found & ~free != u(0):
            return table[0][line + u(lowest(found))]
        if free != u(0):
            raise RuleFault
        line = (line + u(LINE)) & mask


@folded
def put(word: Int, slot: Int, mask: Int, table: Columns, shared: Int) -> None:
    """Write a word that is not there yet to the first line from its home on that has room."""
    line = line_of(slot)
    while True:
        free = matches(table[0], line, ~u(0), EMPTY)
        if free == u(0):
            line = (line + u(LINE)) & mask
        elif not shared:
            table[0][line + u(lowest(free))] = word
            return
        elif claim(table[0], line + u(lowest(free)), EMPTY, word) == EMPTY:
            return


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
            word = frontier[0][j] | u(i64(codes[j, 0])) << u(spare)
            put(word, slots[j % DEPTH], mask, table, shared)
        if i < size:
            w = load(frontier, u(i))
            slot = place_hashed(w, mask)
            prefetch(table[0], slot)
            slots[i % DEPTH] = slot
