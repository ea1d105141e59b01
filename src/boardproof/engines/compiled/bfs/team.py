"""Threads that share the work on long arrays: NumPy and kernels let all of them run at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np

from .visited import Column

Part = TypeVar("Part")

#: Items of an array that one thread works on at a time; fewer are not worth a thread.
PIECE = 1 << 18
#: So many items of each sorted piece tell where to cut all of them.
SAMPLES = 64


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

    def all(self, work: Callable[[Part], object], parts: Sequence[Part]) -> None:
        """Work on every part."""
        for _ in self.each(work, parts):
            pass

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

    def sort(self, array: Column) -> Column:
        """Return an array sorted; it may be the same, or lose its order meanwhile."""
        if self.threads == 1 or len(array) < 2 * PIECE:
            array.sort()
            return array
        share = -(-len(array) // self.threads)
        runs = [array[start : start + share] for start in range(0, len(array), share)]
        self.all(lambda run: run.sort(), runs)
        return self._merged(runs)

    def _merged(self, runs: list[Column]) -> Column:
        """Merge sorted arrays: what lies between the same two items is merged by one thread."""
        samples = np.sort(np.concatenate([run[:: max(1, len(run) // SAMPLES)] for run in runs]))
        pivots = samples[len(samples) // len(runs) :: len(samples) // len(runs)]
        cuts = [[0, *np.searchsorted(run, pivots).tolist(), len(run)] for run in runs]
        between = [
            [run[cut[number] : cut[number + 1]] for run, cut in zip(runs, cuts, strict=True)]
            for number in range(len(pivots) + 1)
        ]
        into = np.empty(sum(map(len, runs)), runs[0].dtype)
        starts = accumulate((sum(map(len, parts)) for parts in between), initial=0)
        ranges = [into[start:end] for start, end in pairwise(starts)]
        self.all(_merge, list(zip(ranges, between, strict=True)))
        return into


def pieces(size: int) -> list[slice]:
    """Cut an array into pieces."""
    return [slice(start, min(start + PIECE, size)) for start in range(0, size, PIECE)]


def _parts(into: Column, arrays: Sequence[Column]) -> list[Column]:
    """Return the part of one array that each of some others is copied to."""
    ends = accumulate(map(len, arrays), initial=0)
    return [into[start:end] for start, end in pairwise(ends)]


def _merge(given: tuple[Column, list[Column]]) -> None:
    """Merge sorted arrays into one."""
    into, arrays = given
    for part, array in zip(_parts(into, arrays), arrays, strict=True):
        part[:] = array
    into.sort(kind="stable")  # it merges runs that are sorted already
