"""Positions per ply as a plot: bars as long as the number of digits, so that all plies show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10

from .strokes import Drawing
from .svg import picture

#: A bar's height with its air, the length of the longest bar, and room for the ply's number.
BAR, LONGEST, LEFT = 18.0, 360.0, 44.0


def by_ply_svg(by_ply: Sequence[int], title: str = "", style: bool = True) -> str:
    """Plot how many positions are first reached at each ply.

    >>> by_ply_svg([1, 9, 72]).count('class="bar"')
    3
    """
    height = BAR * len(by_ply) + 24
    most = max([1.0, *(log10(number) for number in by_ply if number)])
    lines = tuple(_bars(by_ply, most))
    return picture(Drawing(LEFT + LONGEST + 150, height, lines), title or "positions by ply", style)


def _bars(by_ply: Sequence[int], most: float) -> Iterator[str]:
    yield f'<text class="coordinate start" x="0" y="{BAR / 2:g}">ply</text>'
    note = "positions first reached there; a bar's length is its number of digits"
    yield f'<text class="coordinate start" x="{LEFT:g}" y="{BAR / 2:g}">{note}</text>'
    for ply, number in enumerate(by_ply):
        y = 24 + BAR * ply
        length = 4 + (LONGEST - 4) * (log10(number) / most if number > 1 else 0)
        middle = y + BAR / 2
        yield f'<text class="coordinate start" x="0" y="{middle:g}">{ply}</text>'
        size = f'width="{length:.1f}" height="{BAR - 5:g}"'
        yield f'<rect class="bar" x="{LEFT:g}" y="{y + 2.5:g}" {size} rx="3"/>'
        yield f'<text class="start" x="{LEFT + length + 8:.1f}" y="{middle:g}">{number:,}</text>'
