"""Memory for tables: large stretches are asked for in large pages, where the system has them."""

from __future__ import annotations

import mmap
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

#: What is reserved counts only once it is touched: else a process with much of it could not fork.
UNTOUCHED = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
#: Below this, large pages are not worth asking for.
LARGE = 1 << 22


def zeros(count: int, kind: Any = np.uint64) -> np.ndarray[Any, Any]:
    """Return an array of zeros, none of which takes memory before it is touched.

    >>> int(zeros(1 << 20).sum())
    0
    """
    return GrowingArray(count, kind).array


def reserve(count: int, kind: Any = np.uint64) -> np.ndarray[Any, Any]:
    """Return an array of zeros with at most so many items: fewer where addresses are limited.

    >>> len(reserve(1 << 20))
    1048576
    """
    return zeros(min(count, addresses_left() // 4 // np.dtype(kind).itemsize), kind)


def addresses_left() -> int:
    """Return how many bytes of addresses the process may still take, used or not."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return sys.maxsize
    try:
        taken = int(Path("/proc/self/statm").read_text().split()[0]) * mmap.PAGESIZE
    except OSError:  # no Linux
        taken = limit // 2
    return max(0, limit - taken)


class GrowingArray:
    """An array that can grow: in place where the system lets it, with the pages it has.

    >>> stretch = GrowingArray(1 << 20)
    >>> stretch.array[5] = 7
    >>> stretch.grow(1 << 21)
    >>> len(stretch.array), int(stretch.array[5]), int(stretch.array.sum())
    (2097152, 7, 7)
    """

    array: np.ndarray[Any, Any]
    _memory: mmap.mmap | None

    def __init__(self, count: int, kind: Any = np.uint64) -> None:
        self._kind = np.dtype(kind)
        self._take(count)

    def _take(self, count: int) -> None:
        size = count * self._kind.itemsize
        self._memory = None
        if size < LARGE or not hasattr(mmap, "MADV_HUGEPAGE"):
            self.array = np.zeros(count, self._kind)
            return
        try:
            self._memory = mmap.mmap(-1, size, flags=UNTOUCHED)
        except OSError:
            raise MemoryError from None
        self._see(self._memory)

    def _see(self, memory: mmap.mmap) -> None:
        with suppress(OSError):  # a kernel without large pages
            memory.madvise(mmap.MADV_HUGEPAGE)
        self.array = np.frombuffer(memory, self._kind)

    def grow(self, count: int) -> None:
        """Resize to a number of places; new ones hold zero."""
        old = self.array
        if self._memory is not None:
            self.array = old = np.zeros(0, self._kind)  # no view may be left
            try:
                self._memory.resize(count * self._kind.itemsize)
            except (BufferError, OSError, SystemError, ValueError):
                old = np.frombuffer(self._memory, self._kind)
            else:
                self._see(self._memory)
                return
        self._take(count)
        self.array[: len(old)] = old
