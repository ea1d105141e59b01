"""Watching long work: progress is told, and memory kept within its bounds."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from typing import NoReturn

from .errors import TooLarge

#: Told the ply and the positions found so far.
Progress = Callable[[int, int], None]


class Limits:
    """Passes progress on, and says what the work may use: memory, threads, symmetry.

    >>> Limits(memory=1 << 40).report(3, 1000)
    >>> Limits(memory=1).report(3, 1000)
    Traceback (most recent call last):
    boardproof.errors.TooLarge: stopped at ply 3 with 1,000 positions: ...
    """

    def __init__(
        self,
        progress: Progress | None = None,
        memory: int | None = None,
        threads: int = 1,
        symmetry: bool = True,
    ) -> None:
        self._progress, self._memory = progress, memory
        self.threads, self.symmetry = threads, symmetry
        self._ply = self._positions = 0

    def report(self, ply: int, positions: int) -> None:
        """Tell how far the work is."""
        self._ply, self._positions = ply, positions
        if self._progress:
            self._progress(ply, positions)
        self.room(0)

    def has_room(self, more: int) -> bool:
        """Say whether so many bytes more may be taken."""
        return self._memory is None or memory_in_use() + more <= self._memory

    def room(self, more: int) -> None:
        """Stop unless so many bytes more may be taken."""
        if self._memory is None:
            return
        needed = memory_in_use() + more
        if needed > self._memory:
            self.stop(needed)

    @property
    def limit(self) -> int:
        """How many bytes may be taken: what was said, else most of what the machine has."""
        return self._memory or int(0.8 * machine_memory())

    @property
    def free(self) -> int:
        """How many bytes more may be taken."""
        return max(0, self.limit - memory_in_use())

    def stop(self, needed: int) -> NoReturn:
        """Say how far the work came, and that it needs more memory than it may take."""
        found = "1 position" if self._positions == 1 else f"{self._positions:,} positions"
        raise TooLarge(
            f"stopped at ply {self._ply} with {found}: going on needs {size_text(needed)}, "
            f"and no more than {size_text(self.limit)} may be taken; "
            "allow more with --memory, or choose smaller parameters"
        )


def machine_memory() -> int:
    """Give the bytes of memory this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def memory_in_use() -> int:
    """Give the bytes of memory this process has now; where that is not told, the most it had."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return peak_memory()


def peak_memory() -> int:
    """Give the most bytes of memory this process has had."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            return 1024 * next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        # Elsewhere it is the peak of the process that started this one, if that was higher.
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def size_text(size: int) -> str:
    """Write a number of bytes.

    >>> size_text(3 << 29), size_text(500 << 20), size_text(5000)
    ('1.5G', '500M', '4K')
    """
    if size >= 1 << 30:
        return f"{size / 2**30:.1f}G"
    return f"{size >> 20}M" if size >= 1 << 20 else f"{size >> 10}K"
