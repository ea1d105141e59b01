"""Positions as SVG: boards drawn from the declared domains, for any rulebook.

A picture is a tree of groups with the classes of `board.css`; colours, light and dark, are there.
Players are told apart by the letters on their pieces and by the rims, not by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import escape
from math import cos, sin, sqrt
from pathlib import Path

from ..positions.position import Position
from .pieces import Piece, pieces_at
from .places import DrawnBoard, Spot, boards_of
from .text import status

#: The margin of a picture, the gap between its boards, and the height of a line of text.
MARGIN, GAP, LINE = 12.0, 18.0, 24.0
#: More beans than this are shown by their number alone.
MOST_BEANS = 30
#: The angle between one bean and the next, as seeds of a sunflower have it.
GOLDEN = 2.399963


@dataclass(frozen=True)
class Highlights:
    """What is shown on a board besides its pieces, as keys of spots.

    `ringed` is what changed, `reason` what explains a result, `targets` where one may play,
    `wrong` what keeps the position from being well-formed.
    """

    ringed: frozenset[str] = frozenset()
    reason: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    wrong: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Drawing:
    """A piece of a picture with its size."""

    width: float
    height: float
    lines: tuple[str, ...] = field(repr=False)


@cache
def stylesheet(name: str = "board") -> str:
    """Return the style sheet of all boards, or another one."""
    return (Path(__file__).parent / f"{name}.css").read_text(encoding="utf-8")


def picture(drawing: Drawing, title: str, style: bool = True) -> str:
    """Return a drawing as an SVG picture; a page that has the style sheet needs none inside."""
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bp" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
        f"<title>{escape(title)}</title>"
    )
    paper = [f"<style>{stylesheet()}</style>", '<rect class="paper" width="100%" height="100%"/>']
    lines = [head, *(paper if style else []), f'<g transform="translate({MARGIN:g} {MARGIN:g})">']
    return "\n".join([*lines, *drawing.lines, "</g></svg>\n"])


def position_svg(
    position: Position,
    shown: Highlights | None = None,
    title: str = "",
    style: bool = True,
    caption: bool = True,
) -> str:
    """Draw a position: its boards, and below them its other variables unless `caption` is false.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> position_svg(starting_position(load("kalah").game)).count('class="pit"')
    12
    """
    drawing = position_drawing(position, shown, caption)
    return picture(drawing, title or position.game.identity, style)


def position_drawing(
    position: Position, shown: Highlights | None = None, caption: bool = True
) -> Drawing:
    """Draw a position's boards one below the other, with a line for its other variables."""
    parts, inside = [], list[str]()
    for board in boards_of(position.game):
        inside += _board(position, board, shown or Highlights())
        if board.kind != "boxes":  # they are drawn with the edges around them
            parts.append(Drawing(board.width, board.height, tuple(inside)))
            inside = []
    text = caption_of(position) if caption else ""
    if text:
        parts.append(text_drawing(text, "caption"))
    return stack(parts, GAP)


def caption_of(position: Position) -> str:
    """Write what is on no board: whose turn it is, and the other variables."""
    turns = [
        f"{value} to move"
        for name, value in position.as_dict().items()
        if position.game.variables[name].word == "Turn"
    ]
    return ", ".join([*turns, *filter(None, [status(position)])])


def text_drawing(text: str, kind: str) -> Drawing:
    """Draw one line of text; its width is a guess that is a little too large."""
    width = 7.4 * len(text) + 8
    line = f'<text class="{kind}" x="{width / 2:.1f}" y="{LINE / 2:g}">{escape(text)}</text>'
    return Drawing(width, LINE, (line,))


def stack(parts: Iterable[Drawing], gap: float) -> Drawing:
    """Stack drawings one below the other, centred."""
    parts = list(parts)
    width = max((part.width for part in parts), default=0.0)
    y = 0.0
    lines: list[str] = []
    for part in parts:
        lines += translate(part, (width - part.width) / 2, y)
        y += part.height + gap
    return Drawing(width, max(0.0, y - gap), tuple(lines))


def side_by_side(parts: Iterable[Drawing], gap: float) -> Drawing:
    """Put drawings side by side, aligned at the top."""
    x = height = 0.0
    lines: list[str] = []
    for part in parts:
        lines += translate(part, x, 0)
        x, height = x + part.width + gap, max(height, part.height)
    return Drawing(max(0.0, x - gap), height, tuple(lines))


def translate(part: Drawing, x: float, y: float, scale: float = 1.0) -> Iterator[str]:
    """Move a drawing to a place, and scale it."""
    sized = f" scale({scale:.3f})" if scale != 1.0 else ""
    yield f'<g transform="translate({x:.1f} {y:.1f}){sized}">'
    yield from part.lines
    yield "</g>"


# One board


def _board(position: Position, board: DrawnBoard, shown: Highlights) -> Iterator[str]:
    yield from _panel(board)
    for start, end in board.lines:
        yield line_between("joint", (start.x, start.y), (end.x, end.y))
    for name in board.coordinates:
        yield text_at(name.kind, name.x, name.y, name.text)
    for spot in board.spots:
        yield f'<g class="spot" data-spot="{escape(spot.key)}">'
        yield from _ground(board, spot)
        pieces = pieces_at(position, board, spot.place)
        yield from _pieces(pieces, spot)
        yield from _signs(spot, board, shown, not pieces)
        yield "</g>"
    for x, y in board.dots:
        yield circle("dot", x, y, 5)


def _panel(board: DrawnBoard) -> Iterator[str]:
    left, top, width, height = board.panel
    if board.kind == "wells":
        yield box("panel", left, top, width, height, 8)
    elif board.kind == "pits":
        yield box("panel pits", left - 2, top - 2, width + 4, height + 4, 20)


def _ground(board: DrawnBoard, spot: Spot) -> Iterator[str]:
    """Draw the place itself: a square, a well, a pit or a pot; all of its box takes clicks."""
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    match board.kind, spot.shape:
        case "wells", _:
            yield box("catch", left, top, spot.width, spot.height)
            yield circle("well", *_hollow(spot))
        case _, "hexagon":
            yield hexagon("square", spot, 0)
        case _, "box":
            yield box("catch", left, top, spot.width, spot.height)
        case _, "edge" if spot.ends:
            yield line_between("undrawn", *spot.ends)
            yield line_between("line-catch", *spot.ends)
        case _, "point":
            yield circle("square", *_hollow(spot))
        case _, "pit":
            yield box("catch", left, top, spot.width, spot.height)
            yield circle("pit", *_hollow(spot))
        case _, "pot":
            yield box("pot", left + 6, top + 6, spot.width - 12, spot.height - 12, 26)
        case _:
            yield box("square", left, top, spot.width, spot.height)


def _pieces(pieces: list[Piece], spot: Spot) -> Iterator[str]:
    if spot.ends:
        for piece in pieces:
            line = line_between("drawn", *spot.ends)
            yield f'<g class="{piece.colour}">{line}</g>'
            if piece.kind != "mark":
                yield text_at("edge-label", spot.x, spot.y, piece.text)
        return
    discs = [piece for piece in pieces if piece.kind == "disc"]
    for number, piece in enumerate(discs):
        apart = 10.0 * (number - (len(discs) - 1) / 2)
        yield from _disc(piece, spot.x + apart, spot.y + apart)
    tabs = [piece for piece in pieces if piece.kind == "mark"]
    for number, piece in enumerate(tabs):
        yield from _tab(piece, spot, number)
    for piece in pieces:
        if piece.kind == "count" and spot.shape in ("pit", "pot"):
            yield from _beans(piece.count, spot)
        elif piece.kind in ("count", "word"):
            kind = "square-count" if piece.kind == "count" else "word"
            yield text_at(kind, spot.x, spot.y, piece.text)


def _disc(piece: Piece, x: float, y: float) -> Iterator[str]:
    """Draw a player's piece: round, lettered, with a rim of the seat's own."""
    yield f'<g class="{piece.colour}">'
    yield circle("disc", x, y, 22.6)
    rims = {1: "", 2: ' stroke-dasharray="3 3.3"', 3: ' stroke-dasharray="9 4"'}
    if piece.seat in rims:
        yield f'<circle class="rim" cx="{x:.1f}" cy="{y:.1f}" r="17.5"{rims[piece.seat]}/>'
    yield text_at("disc-label", x, y, piece.text) + "</g>"


def _tab(piece: Piece, spot: Spot, number: int) -> Iterator[str]:
    """Draw a mark as a small lettered tab at the place's upper right."""
    x, y = spot.x + spot.width / 2 - 9 - 17 * number, spot.y - spot.height / 2 + 9
    yield box("tab", x - 7, y - 7, 14, 14, 3)
    yield text_at("tab-label", x, y, piece.text)


def _beans(number: int, spot: Spot) -> Iterator[str]:
    """Draw beans as seeds of a sunflower lie, and their number below them."""
    x, y, radius = _hollow(spot)
    pot = spot.shape == "pot"
    if number <= MOST_BEANS:
        spread = min(7.2, (radius - 5) / sqrt(max(number, 1)))
        for bean in range(number):
            away, angle = spread * sqrt(bean + 0.5), bean * GOLDEN
            yield circle("bean", x + away * cos(angle), y + away * sin(angle), 3.8)
    below = spot.y + spot.height / 2 - (30 if pot else 12)
    yield text_at("count", spot.x, below, str(number))


def _signs(spot: Spot, board: DrawnBoard, shown: Highlights, empty: bool) -> Iterator[str]:
    """Ring what changed, explains or is wrong; a dot or a rim shows where one may play."""
    if spot.key in shown.targets:
        if empty and spot.shape in ("square", "point", "hexagon", "edge", "box"):
            yield f'<circle class="target" cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="8"/>'
        else:
            yield _outline("target-rim", board, spot)
    for keys, kind in ((shown.ringed, "ring"), (shown.reason, "reason"), (shown.wrong, "defect")):
        if spot.key in keys:
            yield _outline(kind, board, spot)
    if spot.key in shown.wrong:
        x, y = spot.x - spot.width / 2 + 9, spot.y - spot.height / 2 + 9
        yield circle("defect-sign", x, y, 8) + text_at("defect-label", x, y, "!")


def _outline(kind: str, board: DrawnBoard, spot: Spot) -> str:
    if spot.ends:
        return line_between(f"{kind} line", *spot.ends)
    if spot.shape == "hexagon":
        return hexagon(kind, spot, 3)
    if board.kind == "wells" or spot.shape in ("pit", "point"):
        x, y, radius = _hollow(spot)
        return circle(kind, x, y, radius + 2.5)
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    inset = 3 if spot.shape == "square" else 6
    size = spot.width - 2 * inset, spot.height - 2 * inset
    return box(kind, left + inset, top + inset, *size, 7 if spot.shape == "square" else 26)


# Shapes


def _hollow(spot: Spot) -> tuple[float, float, float]:
    """Return the centre and the radius of a well or pit; a pit leaves room for its number."""
    up = (spot.height - spot.width) / 2 if spot.shape == "pit" else 0.0
    return spot.x, spot.y - up, spot.width * 0.42


def circle(kind: str, x: float, y: float, radius: float) -> str:
    """Return a circle by its centre."""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def box(kind: str, x: float, y: float, width: float, height: float, round_: float = 0) -> str:
    """Return a box by its upper left corner, with round corners or without."""
    corner = f' rx="{round_:g}"' if round_ else ""
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" {size}{corner}/>'


def hexagon(kind: str, spot: Spot, inset: float) -> str:
    """Return a hexagon that stands on a corner and fills a spot's box but for an inset."""
    half = spot.width / 2 - inset
    quarter = half * spot.height / (2 * spot.width)
    corners = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    points = " ".join(f"{spot.x + x * half:.1f},{spot.y + y * quarter:.1f}" for x, y in corners)
    return f'<polygon class="{kind}" points="{points}"/>'


def line_between(kind: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return a line from one point to another."""
    (x, y), (to_x, to_y) = start, end
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def text_at(kind: str, x: float, y: float, text: str) -> str:
    """Return a text at a point; its class says how it is aligned."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
