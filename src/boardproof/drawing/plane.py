"""Where the places of boards that are no rectangle lie in the plane: x to the right, y downwards.

Neighbours on a grid, among hexagons and in a triangle lie one unit apart.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from math import cos, dist, pi, sin, sqrt
from typing import Any

from ..rules.boards import Edges, Graph, Hexagons, Point, Triangle
from ..rules.grids import BoardDomain, Grid

#: How far apart rows of hexagons are.
ROW = sqrt(3) / 2


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
