"""Boards in the terminal, in the players' colours."""

from __future__ import annotations

import click

from ...drawing.text import Picture, Sign, draw, status
from ...positions.position import Position


def paint(picture: Picture) -> str:
    """Write a picture with the colours of its signs."""
    return "\n".join(
        "".join(_styled(picture, sign, i) for i, sign in enumerate(line)) for line in picture.lines
    )


def _styled(picture: Picture, sign: Sign, column: int) -> str:
    text = picture.padded(sign, column)
    return click.style(text, fg=sign.colour, bold=True) if sign.colour else text


def echo_board(position: Position) -> None:
    """Show a position: its boards, then its other variables."""
    click.echo()
    click.echo(paint(draw(position)))
    if status(position):
        click.echo(click.style(status(position), dim=True))
