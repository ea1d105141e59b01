"""Which positions meet which aims: written down for each, or counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constants import BEGIN, PART, ROW, UNTIL
from .intrinsics import i64, lowest, rule, u
from .words import Array, Columns, Int, columns_of, load, store

if TYPE_CHECKING:
    from .common import comes_before, take_part
    from .game import WORDS, met, result_code


@rule
def mark_met(frontier: Columns, size: Int, by_result: Array, marks: Array, state: Array) -> None:
    """Write down for each position which aims it meets."""
    for i in range(size):
        w = load(frontier, u(i))
        state[0] = i
        marks[i] = met(*w, by_result[result_code(*w)])


@rule
def count_met(
    parts: Array, taken: Array, by_result: Array, tally: Array, least: Columns, state: Array
) -> None:
    """Count the positions that meet each aim, and note the least of them."""
    while take_part(parts, taken, state, i64(0)):
        part = u(state[PART])
        frontier = columns_of(WORDS, parts, part)
        for i in range(parts[part, BEGIN], parts[part, UNTIL]):
            w = load(frontier, u(i))
            state[ROW] = i
            aims = met(*w, by_result[result_code(*w)])
            while aims != u(0):
                aim = u(lowest(aims))
                aims &= aims - u(1)
                if tally[aim] == 0 or comes_before(w, load(least, aim)):
                    store(least, aim, w)
                tally[aim] += i64(1)
