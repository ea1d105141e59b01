"""How a board is laid out on paper, where its domain alone does not say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Rows:
    """Rows of places, top to bottom; `None` leaves a gap.

    >>> Rows(["a", "b"], [None, "c"]).rows
    (('a', 'b'), (None, 'c'))
    """

    def __init__(self, *rows: Iterable[Any]) -> None:
        self.rows = tuple(tuple(row) for row in rows)
