"""`boardproof solve --weak`: the value of one position by search."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from ...answers import WeakSolution
from ...ir.rules import Rules
from ...limits import memory_in_use, size_text
from ...positions.notation import read_position
from ...questions.solve_weak import WeakProgress, solve_weak


def solve_weakly(
    rules: Rules, text: str | None, seconds: float | None, memory: int | None, as_json: bool
) -> None:
    """Search a position for its value, and say it; leave with status 1 where it stays unknown."""
    position = read_position(rules.game, text) if text is not None else None
    with _progress() as progress:
        answer = solve_weak(rules, position, seconds, memory, progress)
    if as_json:
        click.echo(answer.to_json())
    else:
        for line in _lines(rules.game.identity, answer):
            click.echo(line)
    if answer.value is None:
        sys.exit(1)


def _lines(identity: str, answer: WeakSolution) -> Iterator[str]:
    yield click.style(identity, bold=True)
    yield f"  {answer.result}"
    if answer.value is not None:
        told = ", ".join(f"{player} {number:+}" for player, number in answer.value.items())
        yield f"  value     {told}"
    if answer.best:
        yield f"  best      {' '.join(answer.best)}"
    if answer.line:
        yield f"  line      {' '.join(answer.line)}{'' if answer.to_the_end else ' ...'}"
    rate = answer.positions / max(answer.seconds, 0.001)
    yield f"  searched  {answer.positions:,} positions, {rate:,.0f} a second"
    yield f"  {answer.engine} engine, {answer.seconds:.2f} s"


@contextmanager
def _progress() -> Iterator[WeakProgress | None]:
    """Show the depth, the positions and what is known so far, where somebody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("searching")

        def told(depth: int, positions: int, known: str) -> None:
            memory = size_text(memory_in_use())
            text = f"depth {depth}: {positions:,} positions, {memory} of memory; {known}"
            bar.update(task, description=text)

        yield told
