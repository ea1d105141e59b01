"""The kernel that asks what a game without end is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import rule, u
from .words import Array, Columns, Int, load

if TYPE_CHECKING:
    from .game import endless_code


@rule
def say_endless(frontier: Columns, size: Int, said: Array, state: Array) -> None:
    """Write down for each position the number of the result that a game without end has there."""
    for i in range(size):
        w = load(frontier, u(i))
        state[0] = i
        said[i] = endless_code(*w)
