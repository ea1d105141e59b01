"""Boards as lines of signs, all of one width."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sign:
    """A piece of text on the board, in a player's colour.

    The first of a line says by how many halves of a cell the line is moved to the right.
    """

    text: str
    colour: str = ""
    shift: int = 0


@dataclass(frozen=True)
class Picture:
    """A board as lines of signs, all of one width.

    >>> from boardproof import load
    >>> from boardproof.drawing.text import draw
    >>> from boardproof.positions.position import starting_position
    >>> print(draw(starting_position(load("tic-tac-toe").game).replace(mark={(0, 2): "A"})))
       0  1  2
    0  ○  ○  A
    1  ○  ○  ○
    2  ○  ○  ○
    """

    lines: tuple[tuple[Sign, ...], ...]
    least_width: int = 1

    @property
    def width(self) -> int:
        """The widest sign, or the widest that a map may ever hold; even where lines are moved."""
        widths = (len(sign.text) for line in self.lines for sign in line[1:])
        widest = max(self.least_width, *widths)
        return widest + widest % 2 if any(line[0].shift for line in self.lines if line) else widest

    @property
    def margin(self) -> int:
        """The widest sign of the first column, which names the rows."""
        return max((len(line[0].text) for line in self.lines if line), default=0)

    def padded(self, sign: Sign, column: int) -> str:
        """Write a sign as wide as its column."""
        if column > 0:
            return "  " + sign.text.rjust(self.width)
        return sign.text.ljust(self.margin) + " " * (sign.shift * (self.width + 2) // 2)

    def __str__(self) -> str:
        lines = ("".join(self.padded(s, i) for i, s in enumerate(line)) for line in self.lines)
        return "\n".join(line.rstrip() for line in lines)
