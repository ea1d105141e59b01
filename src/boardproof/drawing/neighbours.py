"""The state graph around a position: small boards layered by ply, moves as edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from ..engines.contract import Engine
from ..positions.notation import write_position
from ..positions.position import Position
from .layered import SMALL, Edge, lay_out
from .places import boards_of
from .svg import Drawing, picture, position_drawing, text_drawing, translate

#: A small board's width at most, and the air between two of them, across and down.
THUMB, APART, DOWN = 76.0, 16.0, 70.0
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


def neighbourhood_svg(
    engine: Engine,
    position: Position,
    depth: int = 2,
    limit: int = LIMIT,
    style: bool = True,
) -> str:
    """Draw the positions within a number of moves of one."""
    around = neighbourhood(engine, position, depth, limit)
    drawing = _drawing(engine, around)
    return picture(drawing, f"{engine.rules.game.identity}: {depth} moves around", style)


def _drawing(engine: Engine, around: Neighbourhood) -> Drawing:
    bare = not boards_of(engine.rules.game)  # then the variables are all there is to see
    boards = [[position_drawing(p, caption=bare) for p in layer] for layer in around.layers]
    first = boards[0][0]
    scale = min(1.0, THUMB / max(first.width, 1.0))
    width, height = first.width * scale, first.height * scale
    across = _across(around, width + APART)
    lines: list[str] = []
    down = height + DOWN
    for start, end, names in around.edges:
        lines += _edge(across, start, end, names, height, down, width)
    paths = _paths(around)
    for distance, layer in enumerate(around.layers):
        for number, position in enumerate(layer):
            x, y = across[distance][number] + width / 2, distance * down
            where = write_position(position), paths[distance, number]
            kind = _kind(engine, position, distance)
            lines += _node(boards[distance][number], where, kind, (x, y, scale, width, height))
    total = max(x for row in across for x in row) + width + width / 2
    bottom = (len(around.layers) - 1) * down + height
    if around.left_out:
        note = text_drawing(f"{around.left_out} more moves lead on", "coordinate")
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


def _kind(engine: Engine, position: Position, distance: int) -> str:
    if distance == 0:
        return "node root"
    return "node over" if engine.is_over(position) else "node"


def _node(
    board: Drawing,
    where: tuple[str, str],
    kind: str,
    at: tuple[float, float, float, float, float],
) -> Iterator[str]:
    x, y, scale, width, height = at
    box = f'x="{x - 4:.1f}" y="{y - 4:.1f}" width="{width + 8:.1f}" height="{height + 8:.1f}"'
    position, moves = map(escape, where)
    yield f'<g class="position" data-position="{position}" data-moves="{moves}">'
    yield f'<rect class="{kind}" {box} rx="6"/>'
    yield from translate(board, x, y, scale)
    yield "</g>"


def _edge(
    across: list[list[float]],
    start: tuple[int, int],
    end: tuple[int, int],
    names: str,
    height: float,
    down: float,
    width: float,
) -> Iterator[str]:
    x, y = across[start[0]][start[1]] + width, start[0] * down + height + 4
    to_x, to_y = across[end[0]][end[1]] + width, end[0] * down - 4
    onward = end[0] == start[0] + 1
    bend = (y + to_y) / 2
    path = f"M{x:.1f} {y:.1f} C{x:.1f} {bend:.1f} {to_x:.1f} {bend:.1f} {to_x:.1f} {to_y:.1f}"
    yield f'<path class="edge{"" if onward else " back"}" d="{path}"/>'
    if onward:
        label = names if len(names) <= 12 else names[:11] + "…"
        yield f'<text class="edge-label" x="{to_x:.1f}" y="{to_y - 12:.1f}">{escape(label)}</text>'
