"""Columns: many packed positions, an array for each word, sorted by the last word first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def find_rows(columns: Sequence[Array], wanted: Sequence[Array]) -> Array:
    """Return the rows of positions that are among sorted ones.

    >>> columns = [np.array([5, 7, 1], np.uint64), np.array([0, 0, 2], np.uint64)]
    >>> find_rows(columns, [np.array([1, 5], np.uint64), np.array([2, 0], np.uint64)])
    array([2, 0])
    """
    low, high = np.zeros(len(wanted[0]), np.intp), np.full(len(wanted[0]), len(columns[0]) - 1)
    while bool((low < high).any()):
        middle = (low + high) // 2
        before = rows_below([column[middle] for column in columns], wanted)
        low, high = np.where(before, middle + 1, low), np.where(before, high, middle)
    return low


def rows_below(left: Sequence[Array], right: Sequence[Array]) -> Array:
    """Whether each position comes before another, compared by the last word first."""
    below = np.zeros(len(left[0]), bool)
    for one, other in zip(left, right, strict=True):  # what comes later counts for more
        below = (one < other) | ((one == other) & below)
    return below


def find_row(columns: Sequence[Array], words: Sequence[Any]) -> int | None:
    """Return the row of a position among sorted ones, None where it is not there.

    >>> columns = [np.array([5, 7, 1], np.uint64), np.array([0, 0, 2], np.uint64)]
    >>> find_row(columns, (7, 0)), find_row(columns, (1, 2)), find_row(columns, (5, 2))
    (1, 2, None)
    """
    low, high = 0, len(columns[0])
    for column, word in zip(reversed(columns), reversed(words), strict=True):
        part, key = column[low:high], np.uint64(word)
        low, high = (
            low + int(part.searchsorted(key, "left")),
            low + int(part.searchsorted(key, "right")),
        )
    return low if low < high else None


def sorting_key(words: Sequence[int]) -> tuple[int, ...]:
    """Return what a position is sorted by: its words, the last one first.

    >>> sorting_key((5, 2)) > sorting_key((7, 1))
    True
    """
    return tuple(reversed(words))


def count_through(columns: Sequence[Array], wanted: Sequence[Array]) -> Array:
    """Return for each of some positions how many sorted ones do not come after it.

    >>> columns = [np.array([5, 7, 1], np.uint64), np.array([0, 0, 2], np.uint64)]
    >>> count_through(columns, [np.array([4, 6, 1], np.uint64), np.array([0, 0, 2], np.uint64)])
    array([0, 1, 3])
    """
    if len(columns) == 1:
        return columns[0].searchsorted(wanted[0], "right")
    low, high = np.zeros(len(wanted[0]), np.intp), np.full(len(wanted[0]), len(columns[0]))
    while bool((low < high).any()):
        middle = np.minimum((low + high) // 2, len(columns[0]) - 1)
        after = rows_below(wanted, [column[middle] for column in columns])
        going = low < high
        low = np.where(going & ~after, middle + 1, low)
        high = np.where(going & after, middle, high)
    return low
