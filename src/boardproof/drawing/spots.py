"""Places on paper: where each stands, how large it is, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..rules.boards import Point
from ..rules.domains import Domain
from ..rules.elements import Player
from ..rules.grids import Cell
from ..rules.state import Variable

#: The side of a square, a pit's width and height with its number, the room that coordinates take.
CELL, PIT, DEEP, EDGE = 56.0, 66.0, 90.0, 26.0
#: The width, but for its numbers, and the height of what a player has beside the board.
COUNTER = (104.0, 34.0)
#: The height of a thing that stands in a tower, and the width of a side's name beside its row.
BAR, SIDE = 20.0, 62.0
#: The room that a value on a place takes.
LABEL = (50.0, 23.0)


@dataclass(frozen=True)
class Spot:
    """A place on paper: the middle and the size of its box, and its name in words."""

    key: str
    place: Any
    x: float
    y: float
    width: float
    height: float
    shape: str
    label: str
    #: The two dots that an edge joins.
    ends: tuple[Point, Point] | None = None
    #: What players call the place, where that is another name: a side, and arguments of a move.
    name: tuple[Any, ...] | None = None


@dataclass(frozen=True)
class Coordinate:
    """A number or name beside a board."""

    x: float
    y: float
    text: str
    kind: str = "coordinate"


@dataclass(frozen=True)
class DrawnBoard:
    """One domain on paper, with the variables that lie on it."""

    kind: str
    domain: Domain[Any]
    variables: tuple[Variable, ...]
    spots: tuple[Spot, ...]
    coordinates: tuple[Coordinate, ...]
    width: float
    height: float
    #: Pairs of spots that a line joins, for their places are neighbours.
    lines: tuple[tuple[Spot, Spot], ...] = ()
    #: Dots at which nothing lies, for they are the ends of edges.
    dots: tuple[Point, ...] = ()
    #: Lines along the sides that are players' own, each with its owner.
    borders: tuple[tuple[Any, Point, Point], ...] = ()

    @property
    def panel(self) -> tuple[float, float, float, float]:
        """The box around all spots: left, top, width, height."""
        left = min(s.x - s.width / 2 for s in self.spots)
        top = min(s.y - s.height / 2 for s in self.spots)
        right = max(s.x + s.width / 2 for s in self.spots)
        bottom = max(s.y + s.height / 2 for s in self.spots)
        return left, top, right - left, bottom - top


Placement = tuple[tuple[Spot, ...], tuple[Coordinate, ...], float, float]


def spot_at(
    board: str, place: Any, x: float, y: float, size: tuple[float, float], shape: str
) -> Spot:
    """Return the spot of a place of a board, by its middle and size."""
    key = ",".join(map(str, place)) if isinstance(place, tuple) else place
    return Spot(f"{board}.{key}", place, x, y, *size, shape, place_in_words(place))


def place_in_words(place: Any) -> str:
    """Return the name of a place; one on a player's side begins with the player.

    >>> from boardproof.rules.domains import Players
    >>> place_in_words((Players("South", "North")["South"], 2)), place_in_words((1, 2))
    ('South 2', '1, 2')
    """
    if isinstance(place, Cell):
        return f"row {place.row}, column {place.column}"
    if not isinstance(place, tuple):
        return str(place)
    side, *rest = place
    name = ", ".join(map(str, rest))
    return f"{side} {name}" if isinstance(side, Player) else f"{side}, {name}"
