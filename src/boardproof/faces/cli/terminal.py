"""Boards in the terminal, in the players' colours."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import wrap

import click

from ...analysis.ending_grounds import EndingExplainer
from ...drawing.signs import Picture, Sign
from ...drawing.text import draw, status
from ...engines.contract import Engine
from ...ir.rules import Rules
from ...positions.position import Position

#: Text is not wrapped into fewer columns.
NARROWEST = 20
#: Colours that could not be read on some background, or that terminals lack, and what stands there.
READABLE = {"white": "", "black": "bright_black", "orange": "yellow", "purple": "magenta"}


def paint(picture: Picture) -> str:
    """Write a picture with the colours of its signs."""
    return "\n".join(
        "".join(_styled(picture, sign, i) for i, sign in enumerate(line)) for line in picture.lines
    )


def _styled(picture: Picture, sign: Sign, column: int) -> str:
    text = picture.padded(sign, column)
    colour = READABLE.get(sign.colour, sign.colour)
    return click.style(text, fg=colour or None, bold=True) if sign.colour else text


def hanging(text: str, indent: int) -> str:
    """Wrap a text that begins in some column so that it stays right of it in a narrow terminal.

    >>> hanging("what is no terminal is as wide as it likes", 40)
    'what is no terminal is as wide as it likes'
    """
    width = get_terminal_size().columns
    if not sys.stdout.isatty() or width - indent < NARROWEST:
        return text
    return ("\n" + " " * indent).join(wrap(text, width - indent, break_long_words=False))


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


def warn_of_defects(engine: Engine, position: Position) -> None:
    """Warn of a position that is not well-formed: games do not come to it."""
    for defect in engine.defects(position):
        click.echo(f"warning: the position is not well-formed: {defect}", err=True)


def echo_board(position: Position) -> None:
    """Show a position in the terminal."""
    for line in board_lines(position):
        click.echo(line)
