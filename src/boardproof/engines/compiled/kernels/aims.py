"""The kernels of a survey: which positions meet which aims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import lowest, rule, u
from .words import Array, Columns, Int, load

if TYPE_CHECKING:
    from .game import met, result_code


@rule
def count_met(
    frontier: Columns, size: Int, by_result: Array, tally: Array, first: Array, state: Array
) -> None:
    """Count the positions that meet each aim, and note the first that does."""
    for i in range(size):
        w = load(frontier, u(i))
        state[0] = i
        aims = met(*w, by_result[result_code(*w)])
        while aims != u(0):
            aim = lowest(aims)
            aims &= aims - u(1)
            tally[aim] += 1
            if first[aim] < 0:
                first[aim] = i


@rule
def mark_met(frontier: Columns, size: Int, by_result: Array, marks: Array, state: Array) -> None:
    """Write down for each position which aims it meets."""
    for i in range(size):
        w = load(frontier, u(i))
        state[0] = i
        marks[i] = met(*w, by_result[result_code(*w)])
