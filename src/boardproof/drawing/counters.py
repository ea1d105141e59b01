"""What is on no board, drawn beside it: counters with their numbers, flags as lamps."""

from __future__ import annotations

from collections.abc import Iterator

from ..positions.board_text import board_of
from ..positions.position import Position
from .strokes import Drawing, box, circle, text_at

#: The height of a counter, the gap between two, the width of a letter, and of a whole row at least.
HIGH, GAP, LETTER, ROW = 30.0, 8.0, 8.2, 300.0


def counters(position: Position, width: float) -> Drawing | None:
    """Draw the variables that are on no board, except whose turn it is; None where there are none.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> drawing = counters(starting_position(load("territory").game), 200)
    >>> [sum(kind in line for line in drawing.lines) for kind in ("lamp", "amount")]
    [4, 1]
    """
    variables = position.game.variables
    values = {
        name: value
        for name, value in position.as_dict().items()
        if board_of(position.game, variables[name]) is None and variables[name].word != "Turn"
    }
    if not values:
        return None
    rows: list[list[tuple[str, object, float]]] = [[]]
    for name, value in values.items():
        wide = _width(name, value)
        if rows[-1] and _length(rows[-1]) + wide > max(width, ROW):
            rows.append([])
        rows[-1].append((name, value, wide))
    whole = max(map(_length, rows)) - GAP
    lines = [line for number, row in enumerate(rows) for line in _row(row, number, whole)]
    return Drawing(whole, (HIGH + GAP) * len(rows) - GAP, tuple(lines))


def _width(name: str, value: object) -> float:
    shown = 1.5 if isinstance(value, bool) else 1.2 * len(str(value))
    return LETTER * (len(name) + shown) + 36


def _length(row: list[tuple[str, object, float]]) -> float:
    return sum(wide + GAP for _, _, wide in row)


def _row(row: list[tuple[str, object, float]], number: int, whole: float) -> Iterator[str]:
    left, y = (whole - _length(row) + GAP) / 2, (HIGH + GAP) * number
    for name, value, wide in row:
        yield box("counter", left, y, wide, HIGH, HIGH / 2)
        yield text_at("label start", left + 13, y + HIGH / 2, name)
        if isinstance(value, bool):
            lit = "lamp lit" if value else "lamp"
            title = f"<title>{name} {str(value).lower()}</title>"
            yield f"<g>{title}{circle(lit, left + wide - 17, y + HIGH / 2, 6.5)}</g>"
        else:
            yield text_at("amount end", left + wide - 13, y + HIGH / 2, str(value))
        left += wide + GAP
