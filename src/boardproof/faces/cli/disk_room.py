"""Room on disk: about how much a search will take, and how much it has taken."""

from __future__ import annotations

import shutil
import sys
from datetime import timedelta
from pathlib import Path

from ...files import bytes_used
from ...ir.rules import Rules
from ...limits import size_text
from ...questions.known import known_size

#: About how many bytes a position takes: its key, and what it was settled to.
KEY, CODE = 0.6, 0.3
#: About how many positions are found in a second, and settled.
FOUND, SETTLED = 2_000_000, 3_000_000
#: The seconds of a hundred years.
CENTURY = 100 * 365 * 24 * 60 * 60
#: Questions that settle positions.
SETTLING = ("solve", "force")


def announce_room(rules: Rules, disk: str | None, name: str) -> None:
    """Print about how many bytes and how much time a question will take on disk."""
    if disk is None:
        return
    size = known_size(rules.game)
    about = "" if size is not None else "perhaps "
    if size is None:
        from ...questions.estimate import estimated_size

        size = estimated_size(rules)
    each, seconds = KEY, size / FOUND
    if name in SETTLING:
        each, seconds = each + CODE, seconds + size / SETTLED
    print(
        f"{rules.game.identity} has {about}{size:,} positions: about {size_text(int(each * size))} "
        f"in {disk}, where {size_text(_free(Path(disk)))} is free, and {time_text(seconds)}",
        file=sys.stderr,
    )


def _free(path: Path) -> int:
    """Return how many bytes are free where a folder is or will be."""
    there = next(one for one in (path.absolute(), *path.absolute().parents) if one.exists())
    return shutil.disk_usage(there).free


def time_text(seconds: float) -> str:
    """Return a rough time in words.

    >>> time_text(7), time_text(200), time_text(1e30)
    ('a minute', '0:03:20', '100 years or more')
    """
    if seconds >= CENTURY:
        return "100 years or more"
    return str(timedelta(seconds=int(seconds))) if seconds >= 60 else "a minute"


def disk_text(disk: str) -> str:
    """Return how many bytes a folder has taken, in words."""
    return f"{size_text(bytes_used(Path(disk)))} on disk"
