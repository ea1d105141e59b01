"""Progress of long work, where somebody is looking."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ...limits import Progress, memory_in_use, size_text


@contextmanager
def progress_shown(doing: str) -> Iterator[Progress | None]:
    """Show a bar with rate and memory where somebody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing)

        def told(ply: int, positions: int) -> None:
            seconds = max(bar.tasks[0].elapsed or 0, 0.001)
            rate, memory = positions / seconds, size_text(memory_in_use())
            text = f"ply {ply}: {positions:,} positions, {rate:,.0f} a second, {memory} of memory"
            bar.update(task, description=text)

        yield told
