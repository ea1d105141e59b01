"""The kernel of a survey: which positions meet which aims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import rule, u
from .words import Array, Columns, Int, load

if TYPE_CHECKING:
    from .game import met, result_code


@rule
def mark_met(frontier: Columns, size: Int, by_result: Array, marks: Array, state: Array) -> None:
    """Write down for each position which aims it meets."""
    for i in range(size):
        w = load(frontier, u(i))
        state[0] = i
        marks[i] = met(*w, by_result[result_code(*w)])
