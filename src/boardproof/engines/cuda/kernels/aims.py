"""Surveys: which positions meet which aims, and which of them comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...compiled.kernels.intrinsics import grid, lowest, u
from ...compiled.kernels.words import Array, Columns, Int, load
from .constants import SHARED

if TYPE_CHECKING:
    from ...compiled.kernels.game import WORDS, met, result_code
    from .intrinsics import cuda
    from .tallies import begin_tally, count, end_tally


@grid
def mark_met(frontier: Columns, size: Int, by_result: Array, marks: Array, finished: Array) -> None:
    """Write down for each position which aims it meets, and that it is done."""
    for i in range(cuda.grid(1), size, cuda.gridsize(1)):
        w = load(frontier, i)
        marks[i] = met(*w, by_result[result_code(*w)])
        cuda.atomic.add(finished, 0, 1)


@grid
def count_marks(marks: Array, tally: Array) -> None:
    """Count the positions that each aim is marked at."""
    shared = cuda.shared.array(SHARED, np.int64)
    begin_tally(shared)
    for i in range(cuda.grid(1), marks.size, cuda.gridsize(1)):
        aims = marks[i]
        while aims != u(0):
            count(shared, tally, lowest(aims), 1)
            aims &= aims - u(1)
    end_tally(shared, tally)


@grid
def least_marked(frontier: Columns, marks: Array, aim: Int, word: Int, least: Array) -> None:
    """Find the least word of the positions that meet an aim, among those with least words above."""
    for i in range(cuda.grid(1), marks.size, cuda.gridsize(1)):
        if marks[i] >> u(aim) & u(1) != u(0):
            w = load(frontier, i)
            if WORDS == 2:
                if word == 1:
                    cuda.atomic.min(least, 1, w[1])
                elif w[1] == least[1]:
                    cuda.atomic.min(least, 0, w[0])
            else:
                cuda.atomic.min(least, 0, w[0])
