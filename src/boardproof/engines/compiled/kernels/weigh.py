"""Counting positions that are settled, each as many times as it has images, or that are marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import i64, lowest, rule, u
from .words import Array, Columns, Int, load

if TYPE_CHECKING:
    from .common import images_of


@rule
def weigh_values(
    frontier: Columns, codes: Array, bits: Int, least: Int, base: Int, tally: Array,
    images: Columns, pieces: Array,
) -> None:  # fmt: skip
    """Count positions by the values of all games, read as digits of one number."""
    for i in range(frontier[0].size):
        times = images_of(load(frontier, u(i)), images, pieces)
        digits = 0
        for g in range(codes.shape[1]):
            digits = digits * base + (i64(codes[i, g]) >> bits) - least
        tally[digits] += times


@rule
def weigh_goals(
    frontier: Columns, codes: Array, tally: Array, images: Columns, pieces: Array
) -> None:
    """Count the positions that each goal can be forced from."""
    for i in range(frontier[0].size):
        goals = u(codes[i, 0])
        if goals == u(0):
            continue
        times = images_of(load(frontier, u(i)), images, pieces)
        while goals != u(0):
            tally[lowest(goals)] += times
            goals &= goals - u(1)
