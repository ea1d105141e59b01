"""The state graph around a position: small boards layered by ply, moves as edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from ..engines.contract import Engine
from ..positions.notation import write_position
from ..positions.position import Position
from .layered import SMALL, Edge, Point, lay_out
from .places import boards_of
from .strokes import Drawing, box, text_at
from .svg import picture, position_drawing, text_drawing, translate

#: A small board's width at most, and the air between two of them, across and down.
THUMB, APART, DOWN = 76.0, 16.0, 70.0
#: The room for what is known of a position, below its board.
BELOW = 20.0
#: More positions than this are not drawn unless a larger number is allowed.
LIMIT = 48


@dataclass(frozen=True)
class Neighbourhood:
    """Positions by their distance from the first one, and the moves between them.

    An edge is (distance, number) of where it starts and of where it ends, and its moves' names.
    `left_out` counts moves that lead to positions not shown.
    """

    layers: tuple[tuple[Position, ...], ...]
    edges: tuple[tuple[tuple[int, int], tuple[int, int], str], ...]
    left_out: int


def neighbourhood(
    engine: Engine, position: Position, depth: int = 2, limit: int = LIMIT
) -> Neighbourhood:
    """Find the positions within a number of moves of one, up to a limit.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("tic-tac-toe", size=2))
    >>> [len(layer) for layer in neighbourhood(engine, engine.initial()).layers]
    [1, 4, 12]
    """
    places = {position: (0, 0)}
    layers: list[list[Position]] = [[position]]
    joined: dict[tuple[tuple[int, int], tuple[int, int]], list[str]] = {}
    left_out = 0
    for distance in range(depth):
        following: list[Position] = []
        for number, source in enumerate(layers[distance]):
            for move, target in engine.successors(source):
                if target not in places:
                    if len(places) >= limit:
                        left_out += 1
                        continue
                    places[target] = distance + 1, len(following)
                    following.append(target)
                joined.setdefault(((distance, number), places[target]), []).append(move.name)
        if not following:
            break
        layers.append(following)
    edges = tuple((start, end, " ".join(names)) for (start, end), names in joined.items())
    return Neighbourhood(tuple(map(tuple, layers)), edges, left_out)


#: Says what is known of a position: the kind of value, and a few signs for it.
Label = Callable[[Position], tuple[str, str] | None]


def neighbourhood_svg(
    engine: Engine,
    position: Position,
    depth: int = 2,
    limit: int = LIMIT,
    style: bool = True,
    label: Label = lambda position: None,
) -> str:
    """Draw the positions within a number of moves of one, each with what is known of it."""
    around = neighbourhood(engine, position, depth, limit)
    drawing = _drawing(engine, around, label)
    return picture(drawing, f"{engine.rules.game.identity}: {depth} moves around", style)


def _drawing(engine: Engine, around: Neighbourhood, label: Label) -> Drawing:
    bare = not boards_of(engine.rules.game)  # then the variables are all there is to see
    boards = [[position_drawing(p, caption=bare) for p in layer] for layer in around.layers]
    first = boards[0][0]
    scale = min(1.0, THUMB / max(first.width, 1.0))
    width, height = first.width * scale, first.height * scale
    down = height + DOWN
    corners = {
        (distance, number): (x + width / 2, distance * down)
        for distance, row in enumerate(_across(around, width + APART))
        for number, x in enumerate(row)
    }
    lines = [*_edges(around, corners, width, height)]
    paths, below = _paths(around), 0.0
    for (distance, number), (x, y) in corners.items():
        position = around.layers[distance][number]
        kind = "node root" if distance == 0 else "node over" if engine.is_over(position) else "node"
        where, moves = escape(write_position(position)), escape(paths[distance, number])
        lines.append(f'<g class="position" data-position="{where}" data-moves="{moves}">')
        lines.append(box(kind, x - 4, y - 4, width + 8, height + 8, 6))
        lines += translate(boards[distance][number], x, y, scale)
        if (known := label(position)) is not None:
            below = BELOW
            lines.append(
                text_at(f"edge-label {known[0]}", x + width / 2, y + height + 12, known[1])
            )
        lines.append("</g>")
    total = max(x for x, _ in corners.values()) + width
    bottom = (len(around.layers) - 1) * down + height + below
    if around.left_out:
        shown = sum(map(len, around.layers))
        more = "1 more move leads" if around.left_out == 1 else f"{around.left_out} more moves lead"
        note = text_drawing(f"{shown} positions are shown; {more} to others", "coordinate")
        lines += translate(note, 0, bottom + 12)
        bottom, total = bottom + 40, max(total, note.width)
    return Drawing(total + width / 2, bottom, tuple(lines))


def _across(around: Neighbourhood, apart: float) -> list[list[float]]:
    """Order each layer so that few edges cross, and spread it so that boards do not touch."""
    edges = [
        Edge(start[0], start[1], end[1], names)
        for start, end, names in around.edges
        if end[0] == start[0] + 1
    ]
    layout = lay_out([len(layer) for layer in around.layers], edges, labelled=False)
    stretch = apart / (3 * SMALL)
    return [[x * stretch for x, _ in row] for row in layout.nodes]


def _paths(around: Neighbourhood) -> dict[tuple[int, int], str]:
    """Return for each position the names of moves that lead to it."""
    paths = {(0, 0): ""}
    for start, end, names in around.edges:
        paths.setdefault(end, f"{paths[start]} {names.split()[0]}".strip())
    return paths


def _edges(
    around: Neighbourhood, corners: dict[tuple[int, int], Point], width: float, height: float
) -> Iterator[str]:
    """Draw the edges, with the names of the moves where they lead to the next layer."""
    for start, end, names in around.edges:
        x, y = corners[start][0] + width / 2, corners[start][1] + height + 4
        to_x, to_y = corners[end][0] + width / 2, corners[end][1] - 4
        bend = (y + to_y) / 2
        path = f"M{x:.1f} {y:.1f} C{x:.1f} {bend:.1f} {to_x:.1f} {bend:.1f} {to_x:.1f} {to_y:.1f}"
        onward = end[0] == start[0] + 1
        yield f'<path class="edge{"" if onward else " back"}" d="{path}"/>'
        if onward:
            label = names if len(names) <= 12 else names[:11] + "…"
            yield text_at("edge-label", to_x, to_y - 12, label)
