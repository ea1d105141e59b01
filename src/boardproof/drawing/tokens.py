"""Pieces as SVG: discs of players, tokens of nobody's, beans in pits and pots, numbers, marks."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, sin, sqrt

from .pieces import Piece
from .spots import BAR, Spot
from .strokes import box, circle, hollow, line_between, text_at

#: More beans than this in a pit are shown by their number alone.
MOST_BEANS = 30
#: The angle between one bean and the next, as seeds of a sunflower have it.
GOLDEN = 2.399963


def draw_pieces(pieces: list[Piece], spot: Spot) -> Iterator[str]:
    """Draw what lies on a place."""
    if spot.ends:
        yield from _lines(pieces, spot)
        return
    discs = [piece for piece in pieces if piece.kind in ("disc", "token")]
    for number, piece in enumerate(discs):
        apart = 10.0 * (number - (len(discs) - 1) / 2)
        yield from _disc(piece, spot, apart)
    tabs = [piece for piece in pieces if piece.kind == "mark"]
    for number, piece in enumerate(tabs):
        yield from _tab(piece, spot, number)
    counts = [piece for piece in pieces if piece.kind == "count"]
    for number, piece in enumerate(counts):
        yield from _count(piece, spot, len(counts) - number)
    for piece in pieces:
        if piece.kind == "tower":
            yield from _tower(piece, spot)
        if piece.kind == "word":
            yield box("block", spot.x - 26, spot.y - 14, 52, 28, 6)
            yield text_at(
                "word" if len(piece.text) < 6 else "word long", spot.x, spot.y, piece.text
            )


def _lines(pieces: list[Piece], spot: Spot) -> Iterator[str]:
    assert spot.ends is not None
    for piece in pieces:
        line = line_between("drawn", *spot.ends)
        yield f'<g class="{piece.colour}">{line}</g>'
        if piece.kind not in ("mark", "token"):
            yield text_at("edge-label", spot.x, spot.y, piece.text)


def _disc(piece: Piece, spot: Spot, apart: float) -> Iterator[str]:
    """Draw a piece: round, lettered, with a rim of the seat's own; nobody's fills its square."""
    x, y = spot.x + apart, spot.y + apart
    yield f'<g class="{piece.colour or "nobody"}">'
    if piece.kind == "token" and spot.shape == "square":
        yield box("disc", x - 22, y - 22, 44, 44, 7)
    else:
        yield circle("disc", x, y, 22.6)
    rims = {1: "", 2: ' stroke-dasharray="3 3.3"', 3: ' stroke-dasharray="9 4"'}
    if piece.seat in rims:
        yield f'<circle class="rim" cx="{x:.1f}" cy="{y:.1f}" r="17.5"{rims[piece.seat]}/>'
    yield (text_at("disc-label", x, y, piece.text) if piece.text else "") + "</g>"


def _tower(piece: Piece, spot: Spot) -> Iterator[str]:
    """Draw things one on another, each as wide as its number says."""
    low, names = spot.y + spot.height / 2 - 6, [*reversed(piece.text.split(", "))]
    for at, (size, name) in enumerate(zip(piece.tower, names, strict=True)):
        wide, y = 26 + (spot.width - 38) * (size + 1) / piece.most, low - BAR * (at + 1)
        thing = box("disc", spot.x - wide / 2, y + 1, wide, BAR - 2, 6)
        yield f'<g class="nobody">{thing}{text_at("tower-label", spot.x, y + BAR / 2, name)}</g>'


def _tab(piece: Piece, spot: Spot, number: int) -> Iterator[str]:
    """Draw a mark as a small lettered tab at the place's upper right."""
    x, y = spot.x + spot.width / 2 - 9 - 17 * number, spot.y - spot.height / 2 + 9
    yield box("tab", x - 7, y - 7, 14, 14, 3)
    yield text_at("tab-label", x, y, piece.text)


def _count(piece: Piece, spot: Spot, from_right: int) -> Iterator[str]:
    """Draw a number: beans, a square as full as it is, or the number alone."""
    match spot.shape:
        case "pit":
            yield from _seeds(piece.count, spot)
            yield text_at("count", spot.x, spot.y + spot.height / 2 - 12, piece.text)
        case "pot":
            yield from _pile(piece.count, spot)
            yield text_at("count", spot.x, spot.y + spot.height / 2 - 24, piece.text)
        case "counter":
            x = spot.x + spot.width / 2 + 9 - 26 * from_right
            yield text_at("amount", x, spot.y, piece.text)
        case _:
            if piece.most:
                deep = (spot.height - 8) * piece.count / piece.most
                low = spot.y + spot.height / 2 - 4
                yield box("level", spot.x - spot.width / 2 + 4, low - deep, spot.width - 8, deep, 3)
            yield text_at("square-count", spot.x, spot.y, piece.text)


def _seeds(number: int, spot: Spot) -> Iterator[str]:
    """Draw beans as seeds of a sunflower lie."""
    x, y, radius = hollow(spot)
    if number > MOST_BEANS:
        return
    spread = min(7.2, (radius - 5) / sqrt(max(number, 1)))
    for bean in range(number):
        away, angle = spread * sqrt(bean + 0.5), bean * GOLDEN
        yield circle("bean", x + away * cos(angle), y + away * sin(angle), 3.8)


def _pile(number: int, spot: Spot) -> Iterator[str]:
    """Pile beans up from the bottom of a pot: it is as full as it is high."""
    wide, high = spot.width - 26, spot.height - 66
    apart = min(9.0, sqrt(wide * high / max(number, 1)) * 0.95)
    in_row = max(1, int(wide / apart))
    low = spot.y + spot.height / 2 - 42
    for bean in range(number):
        row, column = divmod(bean, in_row)
        left = min(in_row, number - row * in_row)  # the last row is centred
        x = spot.x + apart * (column - (left - 1) / 2)
        yield circle("bean", x, low - apart * row, ceil(apart * 4.2) / 10)
