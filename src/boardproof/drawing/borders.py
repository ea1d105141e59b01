"""Borders: lines along the sides of a board that are players' own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..rules.boards import Point
from ..rules.grids import Grid
from .spots import Spot
from .strokes import corners_of

#: Which way the lines of a side face: the axis, and its sign. The first that may take a line does.
FACES = {"top": (1, -1), "bottom": (1, 1), "left": (0, -1), "right": (0, 1)}

Line = tuple[Point, Point]


def borders(
    spots: Sequence[Spot], board: Grid, owners: Mapping[str, Any]
) -> tuple[tuple[Any, Point, Point], ...]:
    """Return the outer lines of the places on each side that somebody owns, with the owner."""
    shared = Counter(_middle(line) for spot in spots for line in _lines(spot))
    taken, owned = set[Point](), list[tuple[Any, Point, Point]]()
    for side in FACES:
        if side not in owners:
            continue
        places = getattr(board, side)
        for spot in spots:
            for line in _lines(spot) if spot.place in places else ():
                middle = _middle(line)
                if shared[middle] == 1 and middle not in taken and _faces(spot, middle, side):
                    taken.add(middle)
                    owned.append((owners[side], *line))
    return tuple(owned)


def _lines(spot: Spot) -> Iterator[Line]:
    corners = corners_of(spot, 0)
    yield from pairwise([*corners, corners[0]])


def _middle(line: Line) -> Point:
    (x, y), (to_x, to_y) = line
    return round((x + to_x) / 2, 3), round((y + to_y) / 2, 3)


def _faces(spot: Spot, middle: Point, side: str) -> bool:
    """Whether a line of a spot faces a side, seen from the middle of the spot."""
    axis, sign = FACES[side]
    return sign * (middle[axis] - (spot.x, spot.y)[axis]) > 1
