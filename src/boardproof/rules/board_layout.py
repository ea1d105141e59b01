"""The layout of a drawn board, where its domain alone does not determine it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Rows:
    """Rows of places, top to bottom; `None` leaves a gap. `lines` join places that are neighbours.

    >>> look = Rows(["a", "b"], [None, "c"], lines=["ab", ("b", "c")])
    >>> look.rows, look.lines
    ((('a', 'b'), (None, 'c')), (('a', 'b'), ('b', 'c')))
    """

    def __init__(self, *rows: Iterable[Any], lines: Iterable[Iterable[Any]] = ()) -> None:
        self.rows = tuple(tuple(row) for row in rows)
        self.lines = tuple(tuple(line) for line in lines)
        places = {place for row in self.rows for place in row if place is not None}
        for line in self.lines:
            if len(line) != 2 or not places.issuperset(line):
                raise ValueError(f"the line {line} does not join two places of the rows")
