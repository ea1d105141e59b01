"""What is written beside boards: names of rows and columns, and of points clear of their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import atan2, cos, pi, sin
from typing import Any

from ..rules.boards import Point

#: Where a name may stand, as angles clockwise from the right: above first, then where it is free.
SIDES = tuple(pi * eighth / 4 for eighth in (-2, 2, 0, 4, -1, -3, 1, 3))
#: A name that is so far from every line is clear of them.
CLEAR = pi / 3.5


def headers(rows: Sequence[Sequence[Any]]) -> tuple[list[str], list[str]] | None:
    """Return names of rows and of columns that together name each place; None where none do.

    >>> headers([["a2", "b2"], ["a1", None]]), headers([["a", "b"]])
    ((['2', '1'], ['a', 'b']), None)
    """
    cells = {
        (row, column): _parts(place)
        for row, places in enumerate(rows)
        for column, place in enumerate(places)
        if place is not None
    }
    sizes = {len(parts) for parts in cells.values()}
    if len(rows) < 2 or len(sizes) != 1 or 0 in sizes:
        return None
    told = [i for i in range(*sizes) if len({parts[i] for parts in cells.values()}) > 1]
    across = [i for i in told if _constant(cells, 0, i)]
    down = [i for i in told if i not in across and _constant(cells, 1, i)]
    if sorted(across + down) != told:
        return None
    return _names(cells, 0, across), _names(cells, 1, down)


Cells = dict[tuple[int, int], tuple[str, ...]]


def _parts(place: Any) -> tuple[str, ...]:
    """Split the name of a place: a tuple into its members, a letter and a number into the two."""
    if isinstance(place, tuple):
        return tuple(map(str, place))
    split = re.fullmatch(r"([A-Za-z])(\d+)", str(place))
    return split.groups() if split else ()


def _constant(cells: Cells, axis: int, part: int) -> bool:
    """Whether a part of the name is the same along every row, or down every column."""
    pairs = {(at[axis], parts[part]) for at, parts in cells.items()}
    return len(pairs) == len({line for line, _ in pairs})


def _names(cells: Cells, axis: int, parts: list[int]) -> list[str]:
    names = {at[axis]: ",".join(name[i] for i in parts) for at, name in cells.items()}
    return [names.get(line, "") for line in range(max(names) + 1)]


def name_side(point: Point, joined: Iterable[Point], text: str, radius: float) -> Point:
    """Return where the name of a point stands: above it, or where no line leaves it.

    >>> name_side((0, 0), [(0, -1)], "a", 20)[1] > 20
    True
    """
    lines = [atan2(y - point[1], x - point[0]) for x, y in joined]
    angle = max(SIDES, key=lambda side: min([CLEAR, *(_apart(side, line) for line in lines)]))
    away = radius + 12 + 3.2 * (len(text) - 1) * abs(cos(angle))
    return point[0] + away * cos(angle), point[1] + (radius + 11) * sin(angle)


def _apart(one: float, other: float) -> float:
    """Return the angle between two directions."""
    return abs((one - other + pi) % (2 * pi) - pi)
