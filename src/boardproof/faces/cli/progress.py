"""Progress of long work on standard error, where that is a terminal; what is known on leaving."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import pairwise
from time import perf_counter
from typing import Any

from ...engines.planner import phases
from ...limits import Progress, asides, memory_in_use, size_text
from .disk_room import disk_text

#: A terminal with so many columns shows everything, a narrower one only what matters.
WIDE = 100
#: Layers are foreseen up to so many positions: beyond, there is no end in sight.
ENDLESS = 10**18


class Forecast:
    """How many positions a search will visit, foreseen from the layers behind it.

    The growth from layer to layer is taken to go on changing as it did last.

    >>> forecast = Forecast()
    >>> for ply, positions in enumerate([1, 5, 15, 30, 45, 54]):
    ...     forecast.note(ply, positions)
    >>> forecast.total
    54
    """

    def __init__(self) -> None:
        self._totals: dict[int, int] = {}

    def note(self, ply: int, positions: int) -> None:
        """Take note of how many positions there are up to a ply."""
        self._totals[ply] = positions

    @property
    def total(self) -> int | None:
        """The number of positions in all; None where no end is in sight."""
        totals = [0, *self._totals.values()]
        *whole, _ = (later - sooner for sooner, later in pairwise(totals))  # the last may grow
        if len(whole) < 3 or min(whole) < 1:
            return None
        size, growth = float(whole[-1]), whole[-1] / whole[-2]
        change = min(0.0, growth - whole[-2] / whole[-3])
        total = float(totals[-2])
        while size >= 1 and growth > 0 and total < ENDLESS:
            growth += change
            size *= growth
            if not change and growth >= 1:
                return None
            total += max(size, 0)
        return max(int(total), totals[-1]) if total < ENDLESS else None


class Watch:
    """What was reported of the work that goes on: the last words are said if one leaves."""

    last = ""


@contextmanager
def progress_shown(doing: str, disk: str | None = None) -> Iterator[Progress]:
    """Show the ply, the positions, the rate, the room taken and about how long it will take."""
    began, forecast, aside = perf_counter(), Forecast(), [""]
    resumes = "" if disk is None else "; the same command resumes"

    def note(text: str) -> None:
        aside[0] = text

    with _bar(doing, estimated=True) as bar:

        def report(ply: int, positions: int) -> None:
            forecast.note(ply, positions)
            Watch.last = f"ply {ply}, {positions:,} positions{resumes}"
            if bar:
                rate = positions / max(perf_counter() - began, 0.001)
                bar.update(0, completed=positions, total=forecast.total, left=_left(bar))
                words = [f"ply {ply}: {positions:,} positions", f"{rate:,.0f} per second"]
                words += [] if disk is None else [disk_text(disk)]
                _describe(bar, *words, *filter(None, aside))

        starting = phases.heard_by(lambda phase: bar and bar.update(0, description=phase))
        with starting, asides.heard_by(note):
            yield report
    if aside[0]:
        print(aside[0], file=sys.stderr)


@contextmanager
def search_progress_shown() -> Iterator[Callable[[int, int, str], None]]:
    """Show the depth, the positions, and what is known of the value so far."""
    with _bar("searching") as bar:

        def report(depth: int, positions: int, known: str) -> None:
            Watch.last = f"depth {depth}, {positions:,} positions, {known}"
            if bar:
                _describe(bar, f"depth {depth}: {positions:,} positions", known)

        yield report


@contextmanager
def analysis_shown() -> Iterator[Callable[[Any], None]]:
    """Show what an analysis knows so far."""
    with _bar("analysing") as bar:

        def report(answer: Any) -> None:
            Watch.last = str(answer)
            if bar:
                _describe(bar, str(answer), answer.phase)

        yield report


@contextmanager
def thinking_shown(who: str) -> Iterator[None]:
    """Show that a player thinks, and for how long."""
    with _bar(who):
        yield


@contextmanager
def games_progress_shown() -> Iterator[Callable[[int, int], None] | None]:
    """Show how many games of a match are done."""
    with _bar("playing", estimated=True) as bar:

        def report(done: int, total: int) -> None:
            bar.update(0, completed=done, total=total, left=_left(bar))

        yield report if bar else None


def _describe(bar: Any, text: str, *more: str) -> None:
    """Describe the work; in a narrow terminal by the first words only."""
    if bar.console.width >= WIDE:
        text = ", ".join([text, *more, f"{size_text(memory_in_use())} of memory"])
    bar.update(0, description=text)


@contextmanager
def _bar(doing: str, estimated: bool = False) -> Iterator[Any]:
    """Show a bar with one task, number 0; yield None where nobody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = [SpinnerColumn(), TextColumn("{task.description}")]
    columns += [BarColumn(bar_width=20)] if estimated and console.width >= WIDE else []
    columns += [TimeElapsedColumn()]
    columns += [TextColumn("{task.fields[left]}")] if estimated else []
    with Progress(*columns, console=console, transient=True) as bar:
        bar.add_task(doing, total=None, left="")
        yield bar


def _left(bar: Any) -> str:
    """Return about how long the work will take yet, if that can be told."""
    seconds = bar.tasks[0].time_remaining
    return "" if seconds is None else f"{timedelta(seconds=int(seconds))} left"
