"""What a notebook's own shell is told: to show progress, and lists of answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from ..limits import Limits, Progress

#: Seconds before a bar is shown, and between two pictures of it.
PATIENCE, PAUSE = 0.5, 0.2


class NotebookBar:
    """Shows what work reports in the cell that runs, until the cell is done."""

    def __init__(self) -> None:
        from .cli.progress import Forecast

        self._forecast, self._began = Forecast(), perf_counter()
        self._shown, self._process = self._began + PATIENCE - PAUSE, os.getpid()
        self._display: Any = None

    def __call__(self, ply: int, positions: int) -> None:
        """Show how far the work is; what other processes do is not shown."""
        now = perf_counter()
        self._forecast.note(ply, positions)
        if now - self._shown < PAUSE or os.getpid() != self._process:
            return
        self._shown = now
        self._show(self._picture(ply, positions, now))

    def _picture(self, ply: int, positions: int, now: float) -> str:
        """Draw a bar, which has no length while no end is in sight."""
        total = self._forecast.total
        size = "" if total is None else f' max="{total}" value="{positions}"'
        rate = positions / max(now - self._began, 0.001)
        words = f"ply {ply}: {positions:,} positions, {rate:,.0f} per second"
        return f"<progress{size}></progress> {words}"

    def _show(self, picture: str) -> None:
        from IPython.display import HTML, display

        if self._display is None:
            self._display = display(HTML(picture), display_id=True)
        else:
            self._display.update(HTML(picture))

    def remove(self, *_: Any) -> None:
        """Take the bar away."""
        if self._display is not None and os.getpid() == self._process:
            self._show("")
            self._display = None


class CellWatcher:
    """Makes a bar for each piece of work in a cell, and removes them when the cell is done."""

    def __init__(self) -> None:
        self._bars: list[NotebookBar] = []

    def __call__(self) -> Progress:
        """Return a new bar."""
        bar = NotebookBar()
        self._bars.append(bar)
        return bar

    def clear(self, *_: Any) -> None:
        """Remove all bars."""
        for bar in self._bars:
            bar.remove()
        self._bars.clear()


def _shell() -> Any:
    """Return the shell that runs the cells of this notebook, None outside of one."""
    module = sys.modules.get("IPython")
    return None if module is None else module.get_ipython()


def watch_cells() -> None:
    """Show progress in the cells of this notebook; nothing is done outside of one."""
    shell = _shell()
    if shell is not None and not isinstance(Limits.watcher, CellWatcher):
        watcher = CellWatcher()
        Limits.watcher = watcher
        shell.events.register("post_run_cell", watcher.clear)


def show_type(kind: type, write: Callable[[Any], str | None]) -> None:
    """Let this notebook show values of a type that is not ours; None leaves one as it is."""
    shell = _shell()
    if shell is not None:
        shell.display_formatter.formatters["text/html"].for_type(kind, write)
