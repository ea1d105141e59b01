"""Where the places of a game stand on paper: grids, rows of pits with pots, rings, plain rows.

A board is laid out from the domain its maps and sets are declared over, and from the rulebook's
`look` where it has one. Everything that draws, and every page that is clicked on, uses these spots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from ..positions.board_text import variables_by_board
from ..positions.notation import drawn_rows
from ..rules.boards import Edges, Graph, Hexagons, Point, Triangle
from ..rules.domains import Domain, Range, Ring
from ..rules.elements import Player
from ..rules.game import Game
from ..rules.grids import Cell, Grid
from ..rules.state import MapVariable, Variable
from .plane import ROW, box_of, outward, plane_of, scaled
from .shapes import framed_boxes
from .text import rows_of_look, short_name

#: The side of a square, a pit's width and height with its number, the room that coordinates take.
CELL, PIT, DEEP, EDGE = 56.0, 66.0, 90.0, 26.0
#: More places than this are not put into one row.
LONGEST_ROW = 16


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

    @property
    def panel(self) -> tuple[float, float, float, float]:
        """The box around all spots: left, top, width, height."""
        left = min(s.x - s.width / 2 for s in self.spots)
        top = min(s.y - s.height / 2 for s in self.spots)
        right = max(s.x + s.width / 2 for s in self.spots)
        bottom = max(s.y + s.height / 2 for s in self.spots)
        return left, top, right - left, bottom - top


@lru_cache(maxsize=64)
def boards_of(game: Game) -> tuple[DrawnBoard, ...]:
    """Lay out every board of a game.

    >>> from boardproof import load
    >>> (board,) = boards_of(load("tic-tac-toe").game)
    >>> board.kind, board.spots[5].key, board.spots[5].label
    ('grid', 'cells.1,2', 'row 1, column 2')
    """
    boards: list[DrawnBoard] = []
    framed = framed_boxes(game)
    for number, (domain, variables) in enumerate(variables_by_board(game).items()):
        if domain not in framed:
            boards += _boxes(game, domain)
            boards.append(_board(game, number, domain, tuple(variables)))
    return tuple(boards)


def _board(
    game: Game, number: int, domain: Domain[Any], variables: tuple[Variable, ...]
) -> DrawnBoard:
    name = str(vars(domain).get("called") or f"board{number}")
    if isinstance(domain, Hexagons | Triangle):
        return DrawnBoard("hexagons", domain, variables, *_hexagons(name, domain))
    if isinstance(domain, Edges):
        return DrawnBoard("edges", domain, variables, *_edges(name, domain))
    if isinstance(domain, Grid):
        kind = "wells" if domain.bottom_up else "grid"
        return DrawnBoard(kind, domain, variables, *_grid(name, domain))
    rows = rows_of_look(game, domain)
    if rows and _counted(variables):
        return DrawnBoard("pits", domain, variables, *_pits(name, rows))
    if rows:
        lines = game.look.lines if game.look else ()
        placement = _named_rows(name, rows, "point", CELL + EDGE if lines else CELL)
        return DrawnBoard("points", domain, variables, *placement, _joined(placement[0], lines))
    if isinstance(domain, Graph):
        placement = _points(name, domain)
        lines = _joined(placement[0], domain.edges)
        return DrawnBoard("points", domain, variables, *placement, lines)
    if isinstance(domain, Ring) and 3 <= len(domain) <= 40:
        kind, deep = ("pits", DEEP) if _counted(variables) else ("points", CELL)
        placement = _ring(name, domain, deep)
        beside = [(place, place.next) for place in domain] if kind == "points" else []
        return DrawnBoard(kind, domain, variables, *placement, _joined(placement[0], beside))
    listed = list(domain)
    rows = [listed[at : at + LONGEST_ROW] for at in range(0, len(listed), LONGEST_ROW)]
    return DrawnBoard("row", domain, variables, *_named_rows(name, rows, "square", CELL, EDGE))


def _counted(variables: tuple[Variable, ...]) -> bool:
    """Whether numbers lie on a board, as beans do, instead of pieces."""
    return any(isinstance(v, MapVariable) and isinstance(v.values, Range) for v in variables)


Placement = tuple[tuple[Spot, ...], tuple[Coordinate, ...], float, float]


def _spot(
    board: str, place: Any, x: float, y: float, size: tuple[float, float], shape: str
) -> Spot:
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


# Grids


def _grid(name: str, grid: Grid) -> Placement:
    top = 0.0 if grid.bottom_up else EDGE
    spots, coordinates = [], []
    for number, row in enumerate(drawn_rows(grid)):
        y = top + CELL * (number + 0.5)
        coordinates.append(Coordinate(EDGE / 2, y, str(row[0].row)))
        for column, cell in enumerate(row):
            x = EDGE + CELL * (column + 0.5)
            spots.append(_spot(name, cell, x, y, (CELL, CELL), "square"))
    height = CELL * len(grid.rows)
    along = height + EDGE / 2 if grid.bottom_up else EDGE / 2
    for column, label in enumerate(grid.columns):
        coordinates.append(Coordinate(EDGE + CELL * (column + 0.5), along, str(label)))
    # The air on the right balances the numbers on the left; arrows there say that rows go round.
    width = CELL * len(grid.columns) + 2 * EDGE
    if grid.wrap in ("columns", "both"):
        rows = [top + CELL * (number + 0.5) for number in range(len(grid.rows))]
        coordinates += [Coordinate(width - EDGE / 2, y, "→") for y in rows]
    below = EDGE if grid.wrap in ("rows", "both") else 0.0
    if below:
        columns = [EDGE + CELL * (column + 0.5) for column in range(len(grid.columns))]
        coordinates += [Coordinate(x, height + 1.5 * EDGE, "↓") for x in columns]
    return tuple(spots), tuple(coordinates), width, height + EDGE + below


# Hexagons, points and edges


def _hexagons(name: str, board: Hexagons | Triangle) -> Placement:
    """Lay out hexagons that stand on a corner; columns are numbered where they end."""
    side = CELL / (2 * ROW)  # of a hexagon
    places = scaled(plane_of(board), CELL, CELL / 2 + EDGE)
    spots = tuple(
        _spot(name, cell, x, y, (CELL, 2 * side), "hexagon") for cell, (x, y) in places.items()
    )
    coordinates = [
        Coordinate(places[row[0]][0] - CELL / 2 - EDGE / 2, places[row[0]][1], str(row[0].row))
        for row in board.drawn
    ]
    outer, away = (board.drawn[-1], 1) if isinstance(board, Triangle) else (board.drawn[0], -1)
    for cell in outer:
        x, y = places[cell]
        coordinates.append(Coordinate(x, y + away * (side + EDGE / 2), str(cell.column)))
    return spots, tuple(coordinates), *_size(places.values(), CELL / 2 + EDGE)


def _points(name: str, graph: Graph) -> Placement:
    """Lay out points where the rulebook puts them, or in a circle; each is named above it."""
    places = scaled(plane_of(graph), CELL + EDGE, CELL / 2 + EDGE)
    spots = tuple(
        _spot(name, point, x, y, (CELL, CELL), "point") for point, (x, y) in places.items()
    )
    above = (CELL + EDGE) / 2 - 2
    coordinates = tuple(Coordinate(spot.x, spot.y - above, spot.label) for spot in spots)
    return spots, coordinates, *_size(places.values(), CELL / 2 + EDGE)


def _edges(name: str, edges: Edges) -> tuple[Any, ...]:
    """Lay out the edges between dots; each dot is named beside it."""
    dots, flat = _dots(edges), isinstance(edges.dots, Grid)
    # Edges of a graph may cross in the middle: what is said of them stands a little beside it.
    spots, part = [], 0.5 if flat else 0.4
    for edge in edges:
        (x, y), (to_x, to_y) = ends = dots[edge[0]], dots[edge[1]]
        size = max(abs(to_x - x), EDGE), max(abs(to_y - y), EDGE)
        place = x + part * (to_x - x), y + part * (to_y - y)
        spot = _spot(name, edge, *place, size, "edge")
        spots.append(replace(spot, label=str(edge), ends=ends))
    if flat:
        named = {dot: (x - EDGE / 2 - 4, y - EDGE / 2) for dot, (x, y) in dots.items()}
    else:
        named = outward(dots, EDGE)
    coordinates = tuple(Coordinate(*place, str(dot)) for dot, place in named.items())
    size = _size(dots.values(), CELL)
    return tuple(spots), coordinates, *size, (), tuple(dots.values())


def _dots(edges: Edges) -> dict[Any, Point]:
    apart = CELL + EDGE if isinstance(edges.dots, Grid) else 2 * CELL
    return scaled(plane_of(edges.dots), apart, CELL)


def _boxes(game: Game, edges: Domain[Any]) -> Iterator[DrawnBoard]:
    """Lay out the boxes between edges, where something lies in them, at the same places."""
    for boxes, frame in framed_boxes(game).items():
        if frame is edges:
            dots, name = _dots(frame), str(vars(boxes).get("called") or "boxes")
            spots = tuple(
                _spot(name, box, *box_of(frame, box, dots), (CELL, CELL), "box") for box in boxes
            )
            variables = tuple(variables_by_board(game)[boxes])
            size = _size(dots.values(), CELL)
            yield DrawnBoard("boxes", boxes, variables, spots, (), *size)


def _size(places: Iterable[Point], margin: float) -> Point:
    """Return the width and height that places take with a margin on both sides."""
    xs, ys = zip(*places, strict=True)
    return max(xs) + margin, max(ys) + margin


# Rows of pits


def _pits(name: str, rows: Sequence[Sequence[Any]]) -> Placement:
    """Lay out rows of pits; one that has its column to itself is a pot as high as the board."""
    columns = max(map(len, rows))
    width, height = PIT * columns, DEEP * len(rows)
    spots, coordinates = [], []
    for number, row in enumerate(rows):
        outer = EDGE / 2 if number < len(rows) / 2 else height + 1.5 * EDGE
        for column, place in enumerate(row):
            if place is None:
                continue
            x, y = PIT * (column + 0.5), EDGE + DEEP * (number + 0.5)
            alone = len(rows) > 1 and all(
                column >= len(other) or other[column] is None for other in rows if other is not row
            )
            if alone:
                spots.append(_spot(name, place, x, EDGE + height / 2, (PIT, height), "pot"))
            else:
                spots.append(_spot(name, place, x, y, (PIT, DEEP), "pit"))
                if len(rows) <= 2 or number in (0, len(rows) - 1):
                    coordinates.append(Coordinate(x, outer, short_name(place)))
        coordinates += _side(row, outer, width)
    return tuple(spots), tuple(coordinates), width, height + 2 * EDGE


def _side(row: Sequence[Any], y: float, width: float) -> Iterator[Coordinate]:
    """Name a row by the side that all its places are on, at the end where its pot is."""
    sides = {str(place[0]) for place in row if isinstance(place, tuple)}
    if len(sides) == 1:
        x = PIT / 2 if row[0] is not None else width - PIT / 2
        yield Coordinate(x, y, sides.pop(), "side")


def _named_rows(
    name: str, rows: Sequence[Sequence[Any]], shape: str, apart: float, margin: float = 0.0
) -> Placement:
    """Lay out rows of places for pieces, each named above it; gaps stay gaps."""
    spots, coordinates = [], []
    for number, row in enumerate(rows):
        for column, place in enumerate(row):
            if place is None:
                continue
            x, y = apart * (column + 0.5) + margin, EDGE + (CELL + EDGE) * number + CELL / 2
            spots.append(_spot(name, place, x, y, (CELL, CELL), shape))
            above = y - CELL / 2 - EDGE / 2 + (2 if shape == "point" else 0)
            coordinates.append(Coordinate(x, above, spots[-1].label))
    width = apart * max(map(len, rows), default=0) + 2 * margin
    return tuple(spots), tuple(coordinates), width, (CELL + EDGE) * len(rows)


def _joined(spots: Sequence[Spot], lines: Iterable[Sequence[Any]]) -> tuple[tuple[Spot, Spot], ...]:
    """Return the pairs of spots that lines join."""
    spot_at = {spot.place: spot for spot in spots}
    return tuple((spot_at[start], spot_at[end]) for start, end in lines)


# Rings


def _ring(name: str, ring: Ring, deep: float) -> Placement:
    """Lay out a ring clockwise from the top: of pits, which are deeper than wide, or of points."""
    number = len(ring)
    wide, shape = (PIT, "pit") if deep > CELL else (CELL, "point")
    radius = max(deep, deep / (2 * sin(pi / number)) * 1.05)
    middle = radius + deep / 2 + EDGE
    spots, coordinates = [], []
    for at, place in enumerate(ring):
        angle = 2 * pi * at / number - pi / 2
        across, down = cos(angle), sin(angle)
        x, y = middle + radius * across, middle + radius * down
        spots.append(_spot(name, place, x, y, (wide, deep), shape))
        far = radius + deep / 2 + EDGE / 2 - 4
        coordinates.append(Coordinate(middle + far * across, middle + far * down, spots[-1].label))
    return tuple(spots), tuple(coordinates), 2 * middle, 2 * middle
