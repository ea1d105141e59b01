"""Progress of long work on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...limits import Progress, memory_in_use, size_text


@contextmanager
def progress_shown(doing: str) -> Iterator[Progress | None]:
    """Show the ply, the positions, the rate and the memory used."""
    with _bar(doing) as bar:

        def report(ply: int, positions: int) -> None:
            rate = positions / max(bar.tasks[0].elapsed or 0, 0.001)
            _describe(bar, f"ply {ply}: {positions:,} positions, {rate:,.0f} per second")

        yield report if bar else None


@contextmanager
def search_progress_shown() -> Iterator[Callable[[int, int, str], None] | None]:
    """Show the depth, the positions, and what is known of the value so far."""
    with _bar("searching") as bar:

        def report(depth: int, positions: int, known: str) -> None:
            _describe(bar, f"depth {depth}: {positions:,} positions, {known}")

        yield report if bar else None


@contextmanager
def games_progress_shown() -> Iterator[Callable[[int, int], None] | None]:
    """Show how many games of a match are done."""
    with _bar("playing", counted=True) as bar:
        yield (lambda done, total: bar.update(0, completed=done, total=total)) if bar else None


def _describe(bar: Any, text: str) -> None:
    bar.update(0, description=f"{text}, {size_text(memory_in_use())} of memory")


@contextmanager
def _bar(doing: str, counted: bool = False) -> Iterator[Any]:
    """Show a bar with one task, number 0; yield None where nobody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    middle = [BarColumn()] if counted else []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), *middle, TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(doing)
        yield bar
