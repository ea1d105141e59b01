"""Boards that are no rectangle, as text: rows of hexagons, dots with edges, points with lines.

0   ○   ○          a──b
1     ○   ○        │ ╲│
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..positions.board_text import variables_by_board
from ..rules.boards import Edges, Graph, Hexagons, Triangle
from ..rules.domains import Domain
from ..rules.game import Game
from ..rules.grids import Grid
from .signs import Sign

Signs = dict[Any, Sign]
Lines = list[tuple[Sign, ...]]

#: A straight line by the signs of its steps to the right and down.
STROKES = {(1, 0): "──", (0, 1): "│", (1, 1): "╲", (-1, 1): "╱"}


def slanted(board: Hexagons | Triangle, signs: Signs) -> Lines:
    """Draw rows that are moved by half a cell; columns are numbered at one end."""
    shifts = range(len(board.drawn))
    pointed = isinstance(board, Triangle)
    rows = [
        (Sign(str(row[0].row), shift=shift), *(signs[cell] for cell in row))
        for row, shift in zip(board.drawn, reversed(shifts) if pointed else shifts, strict=True)
    ]
    header = (Sign(""), *(Sign(str(number)) for number in board.columns))
    return [*rows, header] if pointed else [header, *rows]


def framed_boxes(game: Game) -> dict[Domain[Any], Edges]:
    """Return the boxes on which something lies, each grid of them with the edges around it."""
    boards = variables_by_board(game)
    edges = [board for board in boards if isinstance(board, Edges) and board.boxed]
    return {frame.boxes: frame for frame in edges if frame.boxes in boards}


def dotted(edges: Edges, dots: Grid, signs: Signs, boxes: Signs) -> Lines:
    """Draw the edges between the dots of a grid, blank where nothing is drawn, and the boxes."""
    header = [Sign("")]
    for number in dots.columns:
        header += [Sign(str(number)), Sign("")]
    lines = [tuple(header[:-1])]
    for number, row in enumerate(edges.drawn):
        along = number % 2 == 0
        strokes = [_stroke(signs[edge], "──" if along else "│") for edge in row]
        if along:
            dot = Sign(str(row[0][0].row)), Sign("•")
            lines.append((*dot, *(sign for stroke in strokes for sign in (stroke, Sign("•")))))
        else:
            inside = [boxes.get((edge[0].row, edge[0].column), Sign("")) for edge in row]
            pairs = zip(strokes, inside, strict=True)
            lines.append((Sign(""), *(sign for pair in pairs for sign in pair)))
    return lines


def _stroke(sign: Sign, stroke: str) -> Sign:
    """Return how an edge is drawn: a player's by the name, any other as a line."""
    if sign.text in ("·", "○"):
        return Sign("")
    return sign if sign.colour else Sign(stroke)


def lined(graph: Graph, signs: Signs) -> Lines:
    """Draw points where they lie, each after its name, with the straight lines between them."""
    xs, ys = (sorted({round(p[axis], 6) for p in graph.plane.values()}) for axis in (0, 1))
    at = {
        point: (
            2 * xs.index(round(graph.plane[point][0], 6)),
            2 * ys.index(round(graph.plane[point][1], 6)),
        )
        for point in graph
    }
    table = {
        place: sign for edge in graph.edges for place, sign in _between(*(at[p] for p in edge))
    }
    table |= {at[point]: _named(point, signs[point]) for point in graph}
    across, down = range(2 * len(xs) - 1), range(2 * len(ys) - 1)
    return [(Sign(""), *(table.get((x, y), Sign("")) for x in across)) for y in down]


def _named(point: Any, sign: Sign) -> Sign:
    return Sign(f"{point}{sign.text}", sign.colour)


def _between(
    start: tuple[int, int], end: tuple[int, int]
) -> Iterator[tuple[tuple[int, int], Sign]]:
    """Return the strokes of an edge that goes straight across, down or between them."""
    (x, y), (to_x, to_y) = sorted((start, end), key=lambda place: (place[1], place[0]))
    across, down = to_x - x, to_y - y
    steps = max(abs(across), down)
    if across and down and abs(across) != down:
        return
    step = across // steps, down // steps
    for lap in range(1, steps):
        yield (x + lap * step[0], y + lap * step[1]), Sign(STROKES[step])
