"""Hash tables of positions: filled, copied, looked through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...compiled.kernels.constants import EMPTY
from ...compiled.kernels.intrinsics import claim, grid, i64, u
from ...compiled.kernels.words import Array, Columns, Int, Words, load, same
from .constants import NEW

if TYPE_CHECKING:
    from ...compiled.kernels.common import find_hashed, place_hashed
    from .intrinsics import append, cuda


@grid
def place_all(frontier: Columns, table: Columns, mask: Int, slots: Array, state: Array) -> None:
    """Find positions in the table or add them; note the place of each, count those that are new."""
    for i in range(cuda.grid(1), slots.size, cuda.gridsize(1)):
        w = load(frontier, i)
        slot, new = find_hashed(w, place_hashed(w, mask), mask, table, i64(1))
        slots[i] = slot
        if new:
            append(state, NEW)


@grid
def spread(before: Columns, counted: Array, table: Columns, mask: Int, arrivals: Array) -> None:
    """Copy the positions of a table, and their arrivals, to a larger one."""
    for i in range(cuda.grid(1), before[0].size, cuda.gridsize(1)):
        if before[0][i] != EMPTY:
            w = load(before, i)
            slot, _ = find_hashed(w, place_hashed(w, mask), mask, table, i64(1))
            if arrivals.size:
                arrivals[slot] = counted[i]


@grid
def shelve(frontier: Columns, codes: Array, table: Columns, mask: Int, values: Array) -> None:
    """Put positions, each with its row of codes, into a hash table."""
    for i in range(cuda.grid(1), codes.shape[0], cuda.gridsize(1)):
        w = load(frontier, i)
        slot, _ = find_hashed(w, place_hashed(w, mask), mask, table, i64(1))
        for g in range(codes.shape[1]):
            values[slot, g] = codes[i, g]


@grid
def shelve_packed(frontier: Columns, codes: Array, table: Columns, mask: Int, spare: Int) -> None:
    """Put positions, each with its code above it, into a hash table."""
    for i in range(cuda.grid(1), codes.shape[0], cuda.gridsize(1)):
        w = load(frontier, i)
        slot = place_hashed(w, mask)
        entry = w[0] | u(i64(codes[i, 0])) << u(spare)
        while claim(table[0], slot, EMPTY, entry) != EMPTY:
            slot = (slot + u(1)) & mask


@grid
def number_rows(frontier: Columns, table: Columns, mask: Int, values: Array, size: Int) -> None:
    """Put positions, each with the number of its row, into a hash table."""
    for i in range(cuda.grid(1), size, cuda.gridsize(1)):
        w = load(frontier, i)
        slot, _ = find_hashed(w, place_hashed(w, mask), mask, table, i64(1))
        values[slot, 0] = i


@grid
def find_row(frontier: Columns, size: Int, w: Words, found: Array) -> None:
    """Find the row of a position."""
    for i in range(cuda.grid(1), size, cuda.gridsize(1)):
        if same(load(frontier, i), w):
            found[0] = i


@grid
def write_rows(codes: Array, rows: Array, code: Int) -> None:
    """Give some rows the same code."""
    for i in range(cuda.grid(1), rows.size, cuda.gridsize(1)):
        for g in range(codes.shape[1]):
            codes[rows[i], g] = code


@grid
def fill(array: Array, value: Int) -> None:
    """Set all items of an array."""
    for i in range(cuda.grid(1), array.size, cuda.gridsize(1)):
        array[i] = value
