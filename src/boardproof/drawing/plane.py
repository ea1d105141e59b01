"""Where the places of boards that are no rectangle lie in the plane: x to the right, y downwards.

Neighbours on a grid, among hexagons and in a triangle lie one unit apart.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from math import cos, dist, pi, sin, sqrt
from typing import Any

from ..rules.boards import Edges, Graph, Hexagons, Point, Triangle
from ..rules.grids import BoardDomain, Grid

#: How far apart rows of hexagons are.
ROW = sqrt(3) / 2
#: Where on a line something may stand, the middle first, and how often the places are gone over.
ON_LINE = sorted((part / 40 for part in range(8, 33)), key=lambda part: (abs(part - 0.5), part))
SWEEPS = 30

Line = tuple[Point, Point]


def plane_of(board: BoardDomain[Any]) -> dict[Any, Point]:
    """Return where each place of a board lies.

    >>> from boardproof.rules import Hexagons
    >>> plane_of(Hexagons(2, 2))[1, 0]
    (0.5, 0.8660254037844386)
    """
    match board:
        case Edges():
            dots = plane_of(board.dots)
            return {edge: _between(dots[edge[0]], dots[edge[1]]) for edge in board}
        case Graph():
            return board.plane or circle_of(board)
        case Hexagons():
            return _rows(board, lambda row: row / 2, ROW)
        case Triangle():
            return _rows(board, lambda row: -row / 2, ROW)
        case Grid():
            return _rows(board, lambda row: 0.0, 1.0)
    return circle_of(board)


def box_of(edges: Edges, box: Any, dots: dict[Any, Point]) -> Point:
    """Return the middle of a box between dots that lie in the plane."""
    corners = {dot: dots[dot] for edge in edges.around(box) for dot in edge}.values()
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _rows(board: Grid, shift: Any, apart: float) -> dict[Any, Point]:
    return {
        cell: (column + shift(row), row * apart)
        for row, cells in enumerate(board.drawn)
        for column, cell in enumerate(cells)
    }


def circle_of(board: Collection[Any]) -> dict[Any, Point]:
    """Lay places out clockwise from the top."""
    angles = {place: 2 * pi * at / len(board) - pi / 2 for at, place in enumerate(board)}
    return {place: (cos(angle), sin(angle)) for place, angle in angles.items()}


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def middles(lines: Sequence[Line]) -> list[Point]:
    """Return the middle of each line."""
    return [_between(*line) for line in lines]


def spread_on(lines: Sequence[Line], size: Point) -> list[Point]:
    """Return a point on each line, near its middle, so that boxes around them keep off each other.

    One line after another, the longest first, takes the point where its box lies on others least,
    until nothing gets better.

    >>> spread_on([((0, 0), (80, 0)), ((40, -40), (40, 40))], (10, 10))
    [(40.0, 0.0), (40.0, -10.0)]
    """
    places, before = [_along(line, ON_LINE[-1]) for line in lines], list[Point]()
    order = sorted(range(len(lines)), key=lambda at: -round(dist(*lines[at])))
    for _ in range(SWEEPS):
        if places == before:
            break
        before = [*places]
        for at in order:
            others = [*places[:at], *places[at + 1 :]]
            choices = (_along(lines[at], part) for part in ON_LINE)
            places[at] = min(choices, key=lambda place: _covered(place, others, size))
    return places


def _along(line: Line, part: float) -> Point:
    (x, y), (to_x, to_y) = line
    return x + part * (to_x - x), y + part * (to_y - y)


def _covered(place: Point, others: Sequence[Point], size: Point) -> float:
    """Return how much of a box around a point lies on those around others."""
    sides = ((size[0] - abs(place[0] - x), size[1] - abs(place[1] - y)) for x, y in others)
    return round(sum(max(0.0, wide) * max(0.0, high) for wide, high in sides), 3)


def outward(places: dict[Any, Point], away: float) -> dict[Any, Point]:
    """Return a point a little away from each place, on the far side from their middle."""
    middle = tuple(sum(point[axis] for point in places.values()) / len(places) for axis in (0, 1))
    outer = {}
    for place, (x, y) in places.items():
        far = dist((x, y), middle) or 1.0
        outer[place] = x + away * (x - middle[0]) / far, y + away * (y - middle[1]) / far
    return outer


def scaled(places: dict[Any, Point], apart: float, margin: float) -> dict[Any, Point]:
    """Return places so scaled that the nearest two are that far apart, all beyond a margin."""
    pairs = combinations(places.values(), 2)
    nearest = min((d for a, b in pairs if (d := dist(a, b)) > 1e-9), default=1.0)
    unit = apart / nearest
    left, top = (min(point[axis] for point in places.values()) for axis in (0, 1))
    return {
        place: ((x - left) * unit + margin, (y - top) * unit + margin)
        for place, (x, y) in places.items()
    }
