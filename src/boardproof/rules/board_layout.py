"""The layout of a drawn board, where its domain alone does not determine it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar


class Rows:
    """Rows of places, top to bottom; `None` leaves a gap. `lines` join places that are neighbours.

    `names` says what players call places, where that is another name: a side, and the arguments of
    a move that is made there by whoever is on that side.

    >>> look = Rows(["a", "b"], [None, "c"], lines=["ab", ("b", "c")])
    >>> look.rows, look.lines
    ((('a', 'b'), (None, 'c')), (('a', 'b'), ('b', 'c')))
    """

    #: The owners of a board's sides.
    owners: Mapping[str, Any] = {}

    def __init__(
        self,
        *rows: Iterable[Any],
        lines: Iterable[Iterable[Any]] = (),
        names: Mapping[Any, tuple[Any, ...]] | None = None,
    ) -> None:
        self.rows = tuple(tuple(row) for row in rows)
        self.lines = tuple(tuple(line) for line in lines)
        self.names = dict(names or {})
        places = {place for row in self.rows for place in row if place is not None}
        for line in self.lines:
            if len(line) != 2 or not places.issuperset(line):
                raise ValueError(f"the line {line} does not join two places of the rows")
        for place in self.names:
            if place not in places:
                raise ValueError(f"{place} has a name, but is not in the rows")


class Sides(Rows):
    """The sides of a grid, of hexagons or of a triangle that are players' own, in their colours.

    >>> Sides(top="A", bottom="A").owners
    {'top': 'A', 'bottom': 'A'}
    """

    NAMES: ClassVar[tuple[str, ...]] = ("top", "bottom", "left", "right")

    def __init__(self, **owners: Any) -> None:
        super().__init__()
        self.owners = owners
        for name in owners:
            if name not in self.NAMES:
                raise ValueError(f"a board has no side {name}: write top, bottom, left or right")
