"""Traces in the terminal: board after board, changes marked; saved to files, shown in the page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ...answers import Trace
from ...drawing.text import changes, marked_changes
from ...errors import BadInput
from ...positions.notation import read_position
from ...positions.position import Position
from ...rules.game import Game
from .output import check_writable, save_text
from .terminal import paint

ENDINGS = (".json", ".txt", ".svg", ".html")


def check_out(out: str | None) -> None:
    """Refuse a file that no trace can be written to, before any work is done."""
    if out is None:
        return
    if Path(out).suffix not in ENDINGS:
        raise BadInput(f"--out {out}: a trace is written as {', '.join(ENDINGS)}")
    check_writable(out)


def trace_lines(game: Game, trace: Trace, colour: bool = True) -> Iterator[str]:
    """Show a trace: Board0, the move, Board1, …; what a move changed stands in brackets."""
    before: Position | None = None
    for number, text in enumerate(trace.positions):
        position = read_position(game, text)
        move = f" after {trace.moves[number - 1]}" if number else ""
        yield f"Board{number}{move}"
        picture = marked_changes(before or position, position)
        yield paint(picture) if colour else str(picture)
        other = changes(before, position)
        if other:
            yield click.style(other, dim=True) if colour else other
        before = position
    yield from textwrap.indent("\n".join(trace.ending), "  ").lstrip().splitlines()
    if trace.back_to is not None:
        yield f"this is Board{trace.back_to} again: the game can repeat forever"


def echo_trace(game: Game, trace: Trace) -> None:
    """Show a trace in the terminal."""
    for line in trace_lines(game, trace):
        click.echo(line)


def save_trace(game: Game, trace: Trace, out: str) -> None:
    """Save a trace to a file: as JSON to be read again, as text, or as a picture."""
    path = Path(out)
    if path.suffix == ".json":
        text = trace.to_json()
    elif path.suffix == ".txt":
        text = "\n".join(trace_lines(game, trace, colour=False))
    else:
        text = _picture(game, trace, path.suffix)
    save_text(out, text + "\n")


def _picture(game: Game, trace: Trace, suffix: str) -> str:
    from ...drawing.trace import positions_of, trace_svg

    picture = trace_svg(positions_of(game, trace), trace.moves, ending=trace.ending)
    if suffix == ".svg":
        return picture
    title = f"{game.identity}: {len(trace.moves)} moves"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    return f"{head}<body>{picture}</body></html>"


def open_first(game: str, traces: Iterable[tuple[str, Trace | None]]) -> None:
    """Show the first trace there is in the page, with what it is about."""
    from .serve import open_trace

    for about, trace in traces:
        if trace is not None:
            open_trace(game, trace, about)
            return
    click.echo("there is no trace to open", err=True)
