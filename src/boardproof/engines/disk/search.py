"""A search that keeps all positions on disk, where moves may lead back to earlier plies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...limits import Limits
from ...packing.merge import merged
from ..compiled.bfs.search import RepeatedSearch
from ..compiled.bfs.visited import Column
from ..folder import SearchFolder
from .pool import DiskPool
from .sorted_file import SortedFile, SortedWriter

#: Plies from one to another, with the number of their positions.
Range = tuple[int, int, int]


class PlyFiles:
    """All positions of the plies so far, in a few files: each is far larger than the next.

    What the files are depends on the sizes of the plies only. So they are found again, and one that
    is missing is merged from those before it; numbers beside positions are added up.
    """

    def __init__(self, folder: SearchFolder, words: int, suffix: str) -> None:
        self._folder, self._words, self._suffix = folder, words, suffix
        self._ranges: list[Range] = []
        #: How each range came about.
        self._parts: dict[Range, tuple[Range, Range]] = {}
        self._open: dict[Range, SortedFile] = {}

    def add(self, ply: int, size: int) -> None:
        """Add a ply."""
        self._ranges.append((ply, ply, size))
        while len(self._ranges) > 1 and self._ranges[-2][2] <= 2 * self._ranges[-1][2]:
            self._join()

    def add_file(self, ply: int) -> None:
        """Add a ply that has its file."""
        self.add(ply, SortedFile(self._path((ply, ply, 0))).rows)

    def _join(self) -> None:
        second, first = self._ranges.pop(), self._ranges.pop()
        both = (first[0], second[1], first[2] + second[2])
        self._parts[both] = first, second
        self._ranges.append(both)

    def files(self) -> Iterator[SortedFile]:
        """Return the files that have all plies between them."""
        return map(self._file, self._ranges)

    def are_new(self, keys: Sequence[Column], _: Column) -> Column:
        """Return for each of some positions in order whether no ply has it."""
        new = np.ones(len(keys[0]), bool)
        for file in self.files():
            new[new] = file.rows_of([key[new] for key in keys]) < 0
        return new

    def numbers_of(self, keys: Sequence[Column]) -> Column:
        """Return the sum of the numbers beside each of some positions in order."""
        numbers = np.zeros(len(keys[0]), np.uint64)
        for file in self.files():
            numbers += file.numbers_of(keys)
        return numbers

    def whole(self) -> SortedFile:
        """Return all positions in one file."""
        while len(self._ranges) > 1:
            self._join()
        return self._file(self._ranges[0])

    def _file(self, part: Range) -> SortedFile:
        if part not in self._open:
            path = self._path(part)
            self._open[part] = SortedFile(path) if path.exists() else self._merge(part, path)
        return self._open[part]

    def _path(self, part: Range) -> Path:
        name = f"{part[0]:03}" if part[0] == part[1] else f"{part[0]:03}-{part[1]:03}"
        return self._folder / f"{name}.{self._suffix}"

    def _merge(self, part: Range, path: Path) -> SortedFile:
        """Merge two files; single plies stay."""
        parts = self._parts[part]
        with SortedWriter(path, self._words) as writer:
            for keys in merged([self._file(one) for one in parts]):
                writer.add(keys)
            made = writer.close()
        for one in parts:
            self._open.pop(one).close()
            if one[0] != one[1]:
                self._path(one).unlink()
        return made


class DiskClosedSearch(RepeatedSearch):
    """A search that keeps all positions on disk."""

    pool: DiskPool
    seen: Any

    def __init__(self, engine: Any, limits: Limits, threads: int, symmetry: bool = True) -> None:
        super().__init__(engine, limits, threads, symmetry)
        self.seen = self.pool.arrivals_table()
        order = np.lexsort(self.starts)
        self.starts = [column[order] for column in self.starts]
        self._plies = PlyFiles(self.pool.folder, self.pool.words, "keys")
        self.pool.sieve = self._plies.are_new

    def begin(self, size: int) -> None:
        """Add the ply that is expanded to what was seen."""
        self._plies.add(len(self.by_ply), size)
        self.seen.clear()

    def keys(self) -> SortedFile:
        """Return all positions, once the search is done."""
        return self._plies.whole()

    def leaving(self) -> Iterator[Any]:
        """Return positions round by round, each once all moves into it are taken."""
        pool, outer = self.pool, self.pool.folder
        arrivals, inner = PlyFiles(outer, pool.words, "arrivals"), outer.inner("rounds")
        for ply in range(len(self.by_ply)):
            arrivals.add_file(ply)
        total, taken, rounds = arrivals.whole(), PlyFiles(inner, pool.words, "arrivals"), 0

        def last(keys: Sequence[Column], counts: Column) -> Column:
            gone: Column = counts + taken.numbers_of(keys) == total.numbers_of(keys)
            return gone

        first = total.numbers_of(self.starts) == 0
        pool.folder, pool.sieve = inner, last
        frontier = pool.blocks_of([column[first] for column in self.starts])
        while frontier:
            yield frontier
            self.seen.clear()
            _, frontier = pool.expand(frontier, self.seen, rounds, self._report_again)
            taken.add_file(rounds)
            rounds += 1
        pool.folder = outer
