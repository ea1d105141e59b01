"""Columns: many packed positions, an array for each word, sorted by the last word first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


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
