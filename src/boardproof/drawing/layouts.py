"""Layouts of places on paper: grids, hexagons, points and edges, rows of pits, rings, counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import cos, pi, sin
from typing import Any

from ..positions.board_text import variables_by_board
from ..positions.notation import drawn_rows
from ..rules.boards import Edges, Graph, Hexagons, Point, Triangle
from ..rules.domains import Domain, Ring
from ..rules.game import Game
from ..rules.grids import Grid
from ..rules.state import Variable
from .lettering import headers, name_side
from .plane import ROW, box_of, middles, outward, plane_of, scaled, spread_on
from .shapes import framed_boxes
from .spots import (
    BAR,
    CELL,
    COUNTER,
    DEEP,
    EDGE,
    LABEL,
    PIT,
    SIDE,
    Coordinate,
    DrawnBoard,
    Placement,
    Spot,
    place_in_words,
    spot_at,
)
from .text import short_name

# Grids


def lay_grid(name: str, grid: Grid) -> Placement:
    """Lay out a grid, numbered on the left and where its rows begin."""
    top = 0.0 if grid.bottom_up else EDGE
    spots, coordinates = [], []
    for number, row in enumerate(drawn_rows(grid)):
        y = top + CELL * (number + 0.5)
        coordinates.append(Coordinate(EDGE / 2, y, str(row[0].row)))
        for column, cell in enumerate(row):
            x = EDGE + CELL * (column + 0.5)
            spots.append(spot_at(name, cell, x, y, (CELL, CELL), "square"))
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


def lay_hexagons(name: str, board: Hexagons | Triangle) -> Placement:
    """Lay out hexagons that stand on a corner; columns are numbered where they end."""
    side = CELL / (2 * ROW)  # of a hexagon
    places = scaled(plane_of(board), CELL, CELL / 2 + EDGE)
    spots = tuple(
        spot_at(name, cell, x, y, (CELL, 2 * side), "hexagon") for cell, (x, y) in places.items()
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


def lay_points(name: str, graph: Graph) -> tuple[tuple[Spot, ...], float, float]:
    """Lay out points where the rulebook puts them, or in a circle."""
    places = scaled(plane_of(graph), CELL + EDGE, CELL / 2 + EDGE)
    spots = tuple(
        spot_at(name, point, x, y, (CELL, CELL), "point") for point, (x, y) in places.items()
    )
    return spots, *_size(places.values(), CELL / 2 + EDGE)


def names_beside(
    spots: Sequence[Spot], lines: Sequence[tuple[Spot, Spot]]
) -> tuple[Coordinate, ...]:
    """Name points where no line leaves them."""
    names = []
    for spot in spots:
        others = [a if b is spot else b for a, b in lines if spot in (a, b)]
        place = name_side(
            (spot.x, spot.y), [(o.x, o.y) for o in others], spot.label, spot.width * 0.42
        )
        names.append(Coordinate(*place, spot.label))
    return tuple(names)


def lay_edges(
    name: str, edges: Domain[Any], dots: dict[Any, Point], flat: Grid | None
) -> tuple[Any, ...]:
    """Lay out the edges between dots; a grid's rows and columns are named, or each dot."""
    lines, spots = [(dots[edge[0]], dots[edge[1]]) for edge in edges], []
    # Edges of a graph may cross in the middle: what is said of them keeps off the others.
    places = middles(lines) if flat else spread_on(lines, LABEL)
    for edge, ends, place in zip(edges, lines, places, strict=True):
        (x, y), (to_x, to_y) = ends
        size = max(abs(to_x - x), EDGE), max(abs(to_y - y), EDGE)
        spot = spot_at(name, edge, *place, size, "edge")
        spots.append(replace(spot, label=str(edge), ends=ends))
    if flat:
        coordinates = tuple(_numbers_of_dots(flat, dots))
    else:
        named = outward(dots, EDGE)
        coordinates = tuple(Coordinate(*place, str(dot)) for dot, place in named.items())
    size = _size(dots.values(), CELL)
    return tuple(spots), coordinates, *size, (), tuple(dots.values())


def _numbers_of_dots(grid: Grid, dots: dict[Any, Point]) -> Iterator[Coordinate]:
    """Number the rows of dots on the left, their columns above."""
    for row in grid.drawn:
        x, y = dots[row[0]]
        yield Coordinate(x - EDGE, y, str(row[0].row))
    for cell in grid.drawn[0]:
        x, y = dots[cell]
        yield Coordinate(x, y - EDGE, str(cell.column))


def lay_dots(edges: Edges) -> dict[Any, Point]:
    """Return where the ends of edges lie."""
    apart = CELL + EDGE if isinstance(edges.dots, Grid) else 2 * CELL
    return scaled(plane_of(edges.dots), apart, CELL)


def lay_boxes(game: Game, edges: Domain[Any]) -> Iterator[DrawnBoard]:
    """Lay out the boxes between edges, where something lies in them, at the same places."""
    for boxes, frame in framed_boxes(game).items():
        if frame is edges:
            dots, name = lay_dots(frame), str(vars(boxes).get("called") or "boxes")
            spots = tuple(
                spot_at(name, box, *box_of(frame, box, dots), (CELL, CELL), "box") for box in boxes
            )
            variables = tuple(variables_by_board(game)[boxes])
            size = _size(dots.values(), CELL)
            yield DrawnBoard("boxes", boxes, variables, spots, (), *size)


def _size(places: Iterable[Point], margin: float) -> Point:
    """Return the width and height that places take with a margin on both sides."""
    xs, ys = zip(*places, strict=True)
    return max(xs) + margin, max(ys) + margin


# Rows of pits


def lay_pits(
    name: str, rows: Sequence[Sequence[Any]], names: Mapping[Any, tuple[Any, ...]]
) -> Placement:
    """Lay out rows of pits; one that has its column to itself is a pot as high as the board."""
    columns, left = max(map(len, rows)), SIDE if names else 0.0
    width, height = left + PIT * columns, DEEP * len(rows)
    spots, coordinates = [], []
    for number, row in enumerate(rows):
        outer = EDGE / 2 if number < len(rows) / 2 else height + 1.5 * EDGE
        for column, place in enumerate(row):
            if place is None:
                continue
            x, y = left + PIT * (column + 0.5), EDGE + DEEP * (number + 0.5)
            alone = len(rows) > 1 and all(
                column >= len(other) or other[column] is None for other in rows if other is not row
            )
            if alone:
                spots.append(spot_at(name, place, x, EDGE + height / 2, (PIT, height), "pot"))
            else:
                spot = spot_at(name, place, x, y, (PIT, DEEP), "pit")
                called = names.get(place)
                label = spot.label if called is None else place_in_words(called)
                spots.append(replace(spot, name=called, label=label))
                if len(rows) <= 2 or number in (0, len(rows) - 1):
                    told = short_name(place) if called is None else ", ".join(map(str, called[1:]))
                    coordinates.append(Coordinate(x, outer, told))
        coordinates += _side(row, outer, width)
        sides = {str(names[place][0]) for place in row if place in names}
        if len(sides) == 1:
            middle = EDGE + DEEP * (number + 0.5)
            coordinates.append(Coordinate(left / 2, middle, sides.pop(), "side"))
    return tuple(spots), tuple(coordinates), width, height + 2 * EDGE


def _side(row: Sequence[Any], y: float, width: float) -> Iterator[Coordinate]:
    """Name a row by the side that all its places are on, at the end where its pot is."""
    sides = {str(place[0]) for place in row if isinstance(place, tuple)}
    if len(sides) == 1:
        x = PIT / 2 if row[0] is not None else width - PIT / 2
        yield Coordinate(x, y, sides.pop(), "side")


def lay_named_rows(
    name: str, rows: Sequence[Sequence[Any]], shape: str, apart: float, margin: float = 0.0
) -> Placement:
    """Lay out rows of places for pieces, each named above it; gaps stay gaps."""
    spots, coordinates = [], []
    for number, row in enumerate(rows):
        for column, place in enumerate(row):
            if place is None:
                continue
            x, y = apart * (column + 0.5) + margin, EDGE + (CELL + EDGE) * number + CELL / 2
            spots.append(spot_at(name, place, x, y, (CELL, CELL), shape))
            above = y - CELL / 2 - EDGE / 2 + (2 if shape == "point" else 0)
            coordinates.append(Coordinate(x, above, spots[-1].label))
    width = apart * max(map(len, rows), default=0) + 2 * margin
    return tuple(spots), tuple(coordinates), width, (CELL + EDGE) * len(rows)


def lay_towers(name: str, places: Domain[Any], things: int) -> Placement:
    """Lay out places at which so many things can stand one on another."""
    wide, high = 40.0 + 12 * things, BAR * things + EDGE
    spots = [
        spot_at(name, place, EDGE + wide * (at + 0.5), high / 2, (wide, high), "post")
        for at, place in enumerate(places)
    ]
    names = (Coordinate(spot.x, high + EDGE / 2, spot.label) for spot in spots)
    return tuple(spots), tuple(names), wide * len(places) + 2 * EDGE, high + EDGE


def lay_squares(name: str, rows: Sequence[Sequence[Any]]) -> Placement:
    """Lay out rows of squares, by numbers beside them where these name each; gaps stay gaps."""
    named = headers(rows)
    if named is None:
        return lay_named_rows(name, rows, "point", CELL)
    spots = tuple(
        spot_at(
            name, place, EDGE + CELL * (x + 0.5), EDGE + CELL * (y + 0.5), (CELL, CELL), "square"
        )
        for y, row in enumerate(rows)
        for x, place in enumerate(row)
        if place is not None
    )
    down = [Coordinate(EDGE / 2, EDGE + CELL * (y + 0.5), t) for y, t in enumerate(named[0])]
    across = [Coordinate(EDGE + CELL * (x + 0.5), EDGE / 2, t) for x, t in enumerate(named[1])]
    width = CELL * max(map(len, rows)) + 2 * EDGE
    return spots, (*down, *across), width, CELL * len(rows) + EDGE


def lay_counters(name: str, players: Domain[Any], variables: tuple[Variable, ...]) -> Placement:
    """Lay out what players have beside the board, by their names, at most three in a row."""
    wide, high, across = COUNTER[0] + EDGE * len(variables), COUNTER[1], min(3, len(players))
    spots, coordinates = [], []
    for at, player in enumerate(players):
        x, y = (wide + 8) * (at % across + 0.5), EDGE + (high + 8) * (at // across + 0.5)
        spots.append(spot_at(name, player, x, y, (wide, high), "counter"))
        coordinates.append(Coordinate(x - wide / 2 + 28, y, str(player), "label start"))
    width = (wide + 8) * across
    title = ", ".join(variable.name for variable in variables)
    height = EDGE + (high + 8) * -(-len(players) // across)
    return tuple(spots), (*coordinates, Coordinate(width / 2, EDGE / 2, title)), width, height


def joined_spots(
    spots: Sequence[Spot], lines: Iterable[Sequence[Any]]
) -> tuple[tuple[Spot, Spot], ...]:
    """Return the pairs of spots that lines join."""
    spot_at = {spot.place: spot for spot in spots}
    return tuple((spot_at[start], spot_at[end]) for start, end in lines)


# Rings


def lay_ring(name: str, ring: Ring, deep: float) -> Placement:
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
        spots.append(spot_at(name, place, x, y, (wide, deep), shape))
        far = radius + deep / 2 + EDGE / 2 - 4
        coordinates.append(Coordinate(middle + far * across, middle + far * down, spots[-1].label))
    return tuple(spots), tuple(coordinates), 2 * middle, 2 * middle
