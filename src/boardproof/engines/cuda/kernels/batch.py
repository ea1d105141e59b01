"""Many games at once: what a GPU does besides playing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...compiled.kernels.intrinsics import grid
from ...compiled.kernels.words import Array, Int

if TYPE_CHECKING:
    from .intrinsics import cuda


@grid
def note_unfinished(finished: Array, call: Int, flag: Array) -> None:
    """Note whether there are rows that a call did not get through with."""
    for i in range(cuda.grid(1), finished.size, cuda.gridsize(1)):
        if finished[i] != call:
            flag[0] = 1


@grid
def take_numbers(given: Array, taken: Array) -> None:
    """Copy numbers to an array of another kind."""
    for i in range(cuda.grid(1), taken.size, cuda.gridsize(1)):
        taken[i] = given[i]
