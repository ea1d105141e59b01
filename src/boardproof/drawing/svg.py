"""Positions as SVG: boards drawn from the declared domains, for any rulebook.

A picture is a tree of groups with the classes of `board.css`; colours, light and dark, are there.
Players are told apart by the letters on their pieces and by the rims, not by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from ..positions.position import Position
from ..rules.boards import Edges
from ..rules.state import SubsetVariable
from .counters import counters
from .pieces import pieces_at, tone
from .places import boards_of
from .plane import box_of
from .spots import DrawnBoard, Spot
from .strokes import Drawing, box, circle, hexagon, hollow, line_between, text_at
from .tokens import draw_pieces

#: The margin of a picture, the gap between its boards, and the height of a line of text.
MARGIN, GAP, LINE = 12.0, 18.0, 24.0
#: Pictures wider than these have larger letters where they are shown in a narrow window.
SIZES = {"wide": 400, "wider": 500, "widest": 640}


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


@cache
def stylesheet(name: str = "board") -> str:
    """Return the style sheet of all boards, or another one."""
    return (Path(__file__).parent / f"{name}.css").read_text(encoding="utf-8")


def picture(drawing: Drawing, title: str, style: bool = True) -> str:
    """Return a drawing as an SVG picture; a page that has the style sheet needs none inside."""
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    size = "".join(f" {name}" for name, least in SIZES.items() if width > least)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bp{size}" width="{width:.0f}" '
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
    """Draw a position: its boards, its other variables, and whose turn it is unless told not to.

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
    """Draw a position's boards one below the other, then its counters and flags."""
    parts, inside = [], list[str]()
    for board in boards_of(position.game):
        inside += _board(position, board, shown or Highlights())
        if board.kind != "boxes":  # they are drawn with the edges around them
            parts.append(Drawing(board.width, board.height, tuple(inside)))
            inside = []
    beside = counters(position, max((part.width for part in parts), default=0.0))
    if beside is not None:
        parts.append(beside)
    text = caption_of(position) if caption else ""
    if text:
        parts.append(text_drawing(text, "caption"))
    return stack(parts, GAP)


def caption_of(position: Position) -> str:
    """Write whose turn it is, where a variable says so."""
    return ", ".join(
        f"{value} to move"
        for name, value in position.as_dict().items()
        if position.game.variables[name].word == "Turn"
    )


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
    yield from _closed(position, board)
    for owner, *ends in board.borders:
        yield f'<g class="{tone(owner)}">{line_between("border", *ends)}</g>'
    for start, end in board.lines:
        yield line_between("joint", (start.x, start.y), (end.x, end.y))
    names = [text_at(name.kind, name.x, name.y, name.text) for name in board.coordinates]
    if board.kind != "counters":  # there they stand on the places
        yield from names
    for spot in board.spots:
        yield f'<g class="spot" data-spot="{escape(spot.key)}">'
        yield from _ground(board, spot)
        pieces = pieces_at(position, board, spot.place)
        yield from draw_pieces(pieces, spot)
        yield from _signs(spot, board, shown, not pieces)
        yield "</g>"
    for x, y in board.dots:
        yield circle("dot", x, y, 5)
    if board.kind == "counters":
        yield from names


def _panel(board: DrawnBoard) -> Iterator[str]:
    left, top, width, height = board.panel
    if board.kind == "wells":
        yield box("panel", left, top, width, height, 8)
    elif board.kind == "pits":
        yield box("panel pits", left - 2, top - 2, width + 4, height + 4, 20)
    elif board.kind == "chequered":
        yield box("light", left, top, width, height)


def _closed(position: Position, board: DrawnBoard) -> Iterator[str]:
    """Shade the boxes all of whose edges are drawn."""
    if not (isinstance(board.domain, Edges) and board.domain.boxed):
        return
    dots = {
        dot: end for s in board.spots if s.ends for dot, end in zip(s.place, s.ends, strict=True)
    }
    sets = [position[v.name] for v in board.variables if isinstance(v, SubsetVariable)]
    for field in board.domain.boxes:
        if any(drawn.issuperset(board.domain.around(field)) for drawn in sets):
            x, y = box_of(board.domain, field, dots)
            yield box("closed", x - 36, y - 36, 72, 72, 6)


def _ground(board: DrawnBoard, spot: Spot) -> Iterator[str]:
    """Draw the place itself: a square, a well, a pit or a pot; all of its box takes clicks."""
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    match board.kind, spot.shape:
        case "wells", _:
            yield box("catch", left, top, spot.width, spot.height)
            yield circle("well", *hollow(spot))
        case _, "hexagon":
            yield hexagon("square", spot, 0)
        case _, "box":
            yield box("catch", left, top, spot.width, spot.height)
        case _, "edge" if spot.ends:
            yield line_between("undrawn", *spot.ends)
            yield line_between("line-catch", *spot.ends)
        case _, "point":
            yield circle("square", *hollow(spot))
        case _, "pit":
            yield box("catch", left, top, spot.width, spot.height)
            yield circle("pit", *hollow(spot))
        case _, "post":
            yield box("catch", left, top, spot.width, spot.height)
            yield box("post", spot.x - 3, top + 4, 6, spot.height - 4, 3)
            yield box("post", left + 4, top + spot.height - 6, spot.width - 8, 6, 3)
        case _, "counter":
            yield box("counter", left, top, spot.width, spot.height, spot.height / 2)
            yield f'<g class="{tone(spot.place)}">{circle("disc", left + 16, spot.y, 6)}</g>'
        case "chequered", _:
            yield box(_shade(board, spot), left, top, spot.width, spot.height)
        case _, "pot":
            yield box("pot", left + 6, top + 6, spot.width - 12, spot.height - 12, 26)
        case _:
            yield box("square", left, top, spot.width, spot.height)


def _shade(board: DrawnBoard, spot: Spot) -> str:
    """Colour squares in turn: dark at the left of the lowest row."""
    first = min(board.spots, key=lambda other: (-other.y, other.x))
    steps = (spot.x - first.x + spot.y - first.y) / spot.width
    return "square dark" if round(steps) % 2 == 0 else "square"


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
        x, y, radius = hollow(spot)
        return circle(kind, x, y, radius + 2.5)
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    inset = 3 if spot.shape in ("square", "post") else 6
    size = spot.width - 2 * inset, spot.height - 2 * inset
    return box(kind, left + inset, top + inset, *size, 7 if inset == 3 else 26)
