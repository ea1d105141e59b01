"""Limits of long computations: progress reports, and a bound on memory."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from typing import NoReturn

from .errors import TooLarge

#: Called with the ply and the number of positions so far.
Progress = Callable[[int, int], None]


class Limits:
    """Forwards progress, and holds what a computation may use: memory, threads, symmetry.

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
        """Report progress, and stop if the memory limit is exceeded."""
        self._ply, self._positions = ply, positions
        if self._progress:
            self._progress(ply, positions)
        self.require_memory(0)

    def has_room(self, more: int) -> bool:
        """Whether this many more bytes may be allocated."""
        return self._memory is None or memory_in_use() + more <= self._memory

    def require_memory(self, more: int) -> None:
        """Stop unless this many more bytes may be allocated."""
        if self._memory is None:
            return
        needed = memory_in_use() + more
        if needed > self._memory:
            self.stop(needed)

    @property
    def limit(self) -> int:
        """The memory limit in bytes; by default most of the machine's memory."""
        return self._memory or int(0.8 * machine_memory())

    @property
    def free(self) -> int:
        """How many more bytes may be allocated."""
        return max(0, self.limit - memory_in_use())

    def stop(self, needed: int) -> NoReturn:
        """Raise `TooLarge`, with the progress made and the memory that would be needed."""
        positions = "1 position" if self._positions == 1 else f"{self._positions:,} positions"
        raise TooLarge(
            f"stopped at ply {self._ply} with {positions}: "
            f"continuing needs {size_text(needed)} of memory, and the limit is "
            f"{size_text(self.limit)}; "
            "raise it with --memory, or choose smaller parameters"
        )


def machine_memory() -> int:
    """Return the memory of this machine in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def memory_in_use() -> int:
    """Return the resident memory of this process in bytes; its peak where only that is known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return peak_memory()


def peak_memory() -> int:
    """Return the peak resident memory of this process in bytes."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            return 1024 * next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        # On other systems this includes the peak of the parent process, if that was higher.
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def size_text(size: int) -> str:
    """Return a number of bytes in a short form.

    >>> size_text(3 << 29), size_text(500 << 20), size_text(5000)
    ('1.5G', '500M', '4K')
    """
    if size >= 1 << 30:
        return f"{size / 2**30:.1f}G"
    return f"{size >> 20}M" if size >= 1 << 20 else f"{size >> 10}K"
