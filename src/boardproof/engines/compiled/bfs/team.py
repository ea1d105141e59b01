"""Threads that share the work on long arrays: NumPy and kernels let all of them run at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from typing import Any, TypeVar

from .visited import Column

Part = TypeVar("Part")

#: The fewest items that a thread clears at a time.
PIECE = 1 << 18
#: The most rows that kernels go over between two progress reports, and with threads the least.
LONGEST, SHORTEST = 1 << 20, 1 << 13
#: One more thread is started for so many rows.
WORTH = 1 << 9
#: Machine code takes parts of blocks: the last block is cut so often for each thread, unless there
#: were fewer rows to a part than these.
CUTS, SHORTEST_PART = 16, 1 << 9
#: Where threads read what others write meanwhile they keep close together: a thread takes so few
#: rows at a time, or so small a part.
CLOSE, CLOSE_PART = 1 << 12, 1 << 8
#: But all threads are to have some parts of what there is, unless these had fewer rows.
CLOSE_PARTS, FEWEST = 4, 1 << 10


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
        size = max(PIECE, len(array) // (4 * self.threads))
        self.all(lambda start: array[start : start + size].fill(item), range(0, len(array), size))

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

    def worthwhile(self, rows: int) -> int:
        """Return how many threads are worth starting for so many rows."""
        return max(1, min(self.threads, rows // WORTH))

    def part(self, rows: int, left: int) -> int:
        """Return how many rows of a block are taken at once, where so many are left after it."""
        if self.threads == 1:
            return LONGEST
        return max(SHORTEST_PART, rows // (CUTS * self.threads), left // (2 * self.threads))

    def close_share(self, rows: int) -> int:
        """Return how many of some rows a thread takes where it reads what others write meanwhile.

        They are few: what is written does not wait long to be read by those who come after.
        """
        if self.threads == 1:
            return LONGEST
        few = max(FEWEST, rows // (CLOSE_PARTS * self.threads))
        return max(min(CLOSE, few), rows // (CLOSE_PART * self.threads))
