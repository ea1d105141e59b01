"""Traces as pictures: boards stacked or in rows, Board0, Board1, …, changes ringed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..answers import Trace
from ..positions.notation import read_position
from ..positions.position import Position
from ..rules.game import Game
from .pieces import changed_spots
from .strokes import Drawing
from .svg import Highlights, picture, position_drawing, side_by_side, stack, text_drawing


def positions_of(game: Game, trace: Trace) -> list[Position]:
    """Read the positions of a trace."""
    return [read_position(game, text) for text in trace.positions]


def trace_svg(
    positions: Sequence[Position],
    moves: Sequence[str] = (),
    across: int = 1,
    title: str = "",
    style: bool = True,
    ending: Sequence[str] = (),
) -> str:
    """Draw positions that follow each other, `across` in a row (0: all), and what the end rests on.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> start = starting_position(load("connect-four").game)
    >>> svg = trace_svg([start, start.replace(board={(0, 3): "P0"}, turn="P1")], ["3"])
    >>> "Board0" in svg, "Board1: after 3" in svg, svg.count('class="ring"')
    (True, True, 1)
    """
    drawn = list(_boards(positions, moves))
    per_row = across or max(1, len(drawn))
    rows = [drawn[at : at + per_row] for at in range(0, len(drawn), per_row)]
    words = [text_drawing(line, "title") for line in ending]
    whole = stack([*(side_by_side(row, 28) for row in rows), *words], 28)
    return picture(whole, title or f"a trace of {len(positions)} boards", style)


def _boards(positions: Sequence[Position], moves: Sequence[str]) -> Iterator[Drawing]:
    for number, position in enumerate(positions):
        ringed = changed_spots(positions[number - 1], position) if number else frozenset()
        after = f": after {moves[number - 1]}" if 0 < number <= len(moves) else ""
        name = text_drawing(f"Board{number}{after}", "title")
        yield stack([name, position_drawing(position, Highlights(ringed=ringed))], 4)
