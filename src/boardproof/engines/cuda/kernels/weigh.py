"""Counting positions that are settled, each as many times as it has images."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...compiled.kernels.intrinsics import grid, i64, lowest, u
from ...compiled.kernels.words import Array, Columns, Int, load
from .constants import SHARED

if TYPE_CHECKING:
    from ...compiled.kernels.common import images_of
    from .intrinsics import cuda
    from .tallies import begin_tally, count, end_tally


@grid
def weigh_values(
    frontier: Columns, codes: Array, bits: Int, least: Int, base: Int, tally: Array,
    images: Columns, pieces: Array,
) -> None:  # fmt: skip
    """Count positions by the values of all games, read as digits of one number."""
    shared = cuda.shared.array(SHARED, np.int64)
    begin_tally(shared)
    for i in range(cuda.grid(1), codes.shape[0], cuda.gridsize(1)):
        times = images_of(load(frontier, i), images, pieces)
        digits = i64(0)
        for g in range(codes.shape[1]):
            digits = digits * base + (i64(codes[i, g]) >> bits) - least
        count(shared, tally, digits, times)
    if tally.size <= SHARED:
        end_tally(shared, tally)


@grid
def weigh_goals(
    frontier: Columns, codes: Array, tally: Array, images: Columns, pieces: Array
) -> None:
    """Count the positions that each goal can be forced from."""
    shared = cuda.shared.array(SHARED, np.int64)
    begin_tally(shared)
    for i in range(cuda.grid(1), codes.shape[0], cuda.gridsize(1)):
        goals = u(codes[i, 0])
        if goals != u(0):
            times = images_of(load(frontier, i), images, pieces)
            while goals != u(0):
                count(shared, tally, lowest(goals), times)
                goals &= goals - u(1)
    end_tally(shared, tally)
