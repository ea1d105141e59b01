"""Memory for tables: large stretches are asked for in large pages, where the system has them."""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import Any

import numpy as np

#: Below this, large pages are not worth asking for.
LARGE = 1 << 22


def zeros(count: int, kind: Any = np.uint64) -> np.ndarray[Any, Any]:
    """Give an array of zeros, none of which takes memory before it is touched.

    >>> int(zeros(1 << 20).sum())
    0
    """
    size = count * np.dtype(kind).itemsize
    if size < LARGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(count, kind)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a kernel without them
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, kind)
