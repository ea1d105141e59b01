"""Boards in the terminal, in the players' colours."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...analysis.ending_grounds import EndingExplainer
from ...drawing.text import Picture, Sign, draw, status
from ...ir.rules import Rules
from ...positions.position import Position


def paint(picture: Picture) -> str:
    """Write a picture with the colours of its signs."""
    return "\n".join(
        "".join(_styled(picture, sign, i) for i, sign in enumerate(line)) for line in picture.lines
    )


def _styled(picture: Picture, sign: Sign, column: int) -> str:
    text = picture.padded(sign, column)
    return click.style(text, fg=sign.colour, bold=True) if sign.colour else text


def board_lines(position: Position) -> Iterator[str]:
    """Write a position: its boards, then its other variables."""
    yield ""
    yield paint(draw(position))
    if status(position):
        yield click.style(status(position), dim=True)


def echo_grounds(rules: Rules, position: Position) -> None:
    """Show what the end of a game rests on."""
    for ground in EndingExplainer(rules).grounds(position):
        click.echo(f"  {ground}")


def echo_board(position: Position) -> None:
    """Show a position in the terminal."""
    for line in board_lines(position):
        click.echo(line)
