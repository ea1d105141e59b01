"""Threads that share the work on long arrays: NumPy and kernels let all of them run at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np

from .visited import Column

Part = TypeVar("Part")

#: Items of an array that one thread copies or clears at a time; fewer are not worth a thread.
PIECE = 1 << 18
#: The most rows that kernels go over between two progress reports, and with threads the least.
LONGEST, SHORTEST = 1 << 20, 1 << 13
#: Where threads read what others write meanwhile they keep close together: a thread takes so few
#: rows at a time, or so small a part.
CLOSE, CLOSE_PART = 1 << 12, 1 << 8
#: So many items of each range tell where to cut arrays for sorting.
SAMPLES = 256


class ThreadTeam:
    """Some threads, which start when there is work.

    >>> team = ThreadTeam(2)
    >>> list(team.each(print, ["one part"]))
    one part
    ['one part']
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads

    @cached_property
    def executor(self) -> ThreadPoolExecutor:
        """Who works besides the thread that asks."""
        return ThreadPoolExecutor(self.threads)

    def each(self, work: Callable[[Part], object], parts: Sequence[Part]) -> Iterator[Part]:
        """Work on every part; yield each once it is done."""
        if self.threads == 1 or len(parts) < 2:
            for part in parts:
                work(part)
                yield part
            return
        futures = [self.executor.submit(work, part) for part in parts]
        try:
            for part, future in zip(parts, futures, strict=True):
                future.result()
                yield part
        finally:
            # Reached early when work was interrupted: what has not begun is left.
            for future in futures:
                future.cancel()
            wait(futures)

    def all(
        self,
        work: Callable[[Part], object],
        parts: Sequence[Part],
        report: Callable[[], object] = lambda: None,
    ) -> None:
        """Work on every part, and report now and then; the thread that asks works, too."""
        left = deque(parts)

        def take(report: Callable[[], object]) -> None:
            try:
                while left:
                    try:
                        part = left.popleft()
                    except IndexError:  # another thread took the last one
                        break
                    work(part)
                    report()
            finally:
                # Something is left where work was interrupted: the others stop after their parts.
                left.clear()

        some = range(min(self.threads, len(parts)) - 1)
        others = [self.executor.submit(take, lambda: None) for _ in some]
        try:
            take(report)
        finally:
            wait(others)
        for other in others:
            other.result()

    def stop(self) -> None:
        """Let the threads end."""
        if "executor" in vars(self):
            self.executor.shutdown()

    # -- arrays ---------------------------------------------------------------------------------

    def fill(self, array: Column, item: Any) -> None:
        """Write the same item everywhere."""
        self.all(lambda part: array[part].fill(item), pieces(len(array)))

    def joined(self, arrays: Sequence[Column]) -> Column:
        """Return one array after another."""
        into = np.empty(sum(map(len, arrays)), arrays[0].dtype)
        pairs = list(zip(_parts(into, arrays), arrays, strict=True))
        self.all(lambda pair: np.copyto(*pair), pairs)
        return into

    def sorted(self, arrays: Sequence[Column]) -> Column:
        """Return the items of some arrays in order; the arrays may lose their own.

        Each array is sorted and cut; then what lies in one range is sorted by one thread.
        """
        size = sum(map(len, arrays))
        if self.threads == 1 or size < 2 * PIECE:
            into = self.joined(arrays)
            into.sort()
            return into
        pivots, cuts = self._pivots(arrays, size), {}

        def cut(number: int) -> None:
            array = arrays[number]
            array.sort()
            cuts[number] = np.split(array, array.searchsorted(pivots))

        self.all(cut, range(len(arrays)))
        between = list(zip(*(cuts[number] for number in range(len(arrays))), strict=True))
        into = np.empty(size, arrays[0].dtype)
        ends = accumulate((sum(map(len, parts)) for parts in between), initial=0)
        ranges = [into[start:end] for start, end in pairwise(ends)]
        self.all(_sort_into, list(zip(ranges, between, strict=True)))
        return into

    def _pivots(self, arrays: Sequence[Column], size: int) -> Column:
        """Return items between which about as many lie: some ranges for every thread."""
        count = 2 * self.threads
        step = max(1, size // (count * SAMPLES))
        samples = np.sort(np.concatenate([array[::step] for array in arrays]))
        pivots: Column = samples[np.arange(1, count) * len(samples) // count]
        return pivots

    # -- shares -----------------------------------------------------------------------------------

    def share(self, left: int) -> int:
        """Return how many rows of those left a thread takes next: fewer and fewer.

        So all threads end at about the same time.
        """
        if self.threads == 1:
            return LONGEST
        return min(LONGEST, max(SHORTEST, left // (2 * self.threads)))

    def stretches(self, rows: int) -> list[slice]:
        """Cut some rows into stretches for kernels to go over, the long ones first."""
        cuts, start = [], 0
        while start < rows:
            end = min(rows, start + self.share(rows - start))
            cuts.append(slice(start, end))
            start = end
        return cuts

    def close_share(self, rows: int) -> int:
        """Return how many of some rows a thread takes where it reads what others write meanwhile.

        They are few: what is written does not wait long to be read by those who come after.
        """
        if self.threads == 1:
            return LONGEST
        return max(CLOSE, rows // (CLOSE_PART * self.threads))


def pieces(size: int) -> list[slice]:
    """Cut an array into pieces."""
    return [slice(start, min(start + PIECE, size)) for start in range(0, size, PIECE)]


def _parts(into: Column, arrays: Sequence[Column]) -> list[Column]:
    """Return the part of one array that each of some others is copied to."""
    ends = accumulate(map(len, arrays), initial=0)
    return [into[start:end] for start, end in pairwise(ends)]


def _sort_into(given: tuple[Column, Sequence[Column]]) -> None:
    """Sort the items of some arrays into another."""
    into, arrays = given
    np.concatenate(arrays, out=into)
    into.sort()
