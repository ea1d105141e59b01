"""Expanding plies on a cluster: every shard its own positions, which go to their owners."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...limits import Limits
from ...packing.owners import cut
from ..compiled.bfs.search import RepeatedSearch
from ..compiled.bfs.visited import Column
from ..compiled.bfs.workers import LayerCounts
from ..disk.ply_counts import PlyCounts
from .shard import SearchName
from .team import Each

if TYPE_CHECKING:
    from .engine import ClusterEngine


@dataclass
class ShardedPly:
    """The positions of a ply, on all shards."""

    count: int


class ExpectedSize:
    """What is foreseen of a ply: shards keep its positions."""

    expected = 0

    def begin(self, expected: int) -> None:
        """Foresee so many positions."""
        self.expected = expected


class ClusterPool:
    """The shards as what expands the positions of a search."""

    def __init__(self, engine: ClusterEngine, limits: Limits, symmetry: bool) -> None:
        self._team, self._limits = engine.team(limits), limits
        self._words = engine.layout.words
        self.images = engine.images(limits.symmetry and symmetry)
        #: Whether one position stands for all that are alike.
        self.alike = self.images[0].size > 0
        self.grade = np.full(engine.program.grade.size, -1, np.int32)
        self.name = SearchName(layered=True, alike=self.alike)

    def layer_table(self) -> ExpectedSize:
        """Return what foresees plies."""
        return ExpectedSize()

    def blocks_of(self, columns: Sequence[Column]) -> list[ShardedPly]:
        """Return the first ply, which has some positions."""
        order = np.lexsort(columns)
        shares = cut([column[order] for column in columns], self._words, self._team.size)
        return _ply(sum(self._team.each("begin", self.name, Each(shares))))

    def expand(
        self, frontier: Any, seen: ExpectedSize, ply: int, report: Callable[[int], None]
    ) -> tuple[LayerCounts, list[ShardedPly]]:
        """Expand one ply, unless that was done; return what was counted, and the next."""
        known = self._team.each("finished", self.name, ply)
        if any(None in one for one in known):
            expected = seen.expected // self._team.size
            self._team.exchange(
                ("send", self.name, ply, self.grade, expected), ("take", self.name, ply)
            )
            known = self._team.each("finished", self.name, ply)
            self._team.tell_rates()
        counts, rows = zip(*known, strict=True)
        for one in counts:
            self.grade[one.grades] = ply
        new = sum(rows)
        report(new)
        return _added_up(counts, new), _ply(new)

    def __enter__(self) -> ClusterPool:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the shards to who asks next."""


def _added_up(counts: Sequence[PlyCounts], new: int) -> LayerCounts:
    """Add up what all shards counted."""
    return LayerCounts(
        new,
        sum(one.positions for one in counts),
        sum(one.moves for one in counts),
        sum(one.stuck for one in counts),
        np.sum([one.tally for one in counts], axis=0),
    )


def _ply(count: int) -> list[ShardedPly]:
    return [ShardedPly(count)] if count else []


class ClusterClosedSearch(RepeatedSearch):
    """A search that keeps all positions on the shards' disks."""

    pool: Any
    seen: Any

    def __init__(self, engine: Any, limits: Limits, threads: int, symmetry: bool = True) -> None:
        super().__init__(engine, limits, threads, symmetry)
        self.seen = ExpectedSize()
        self.pool.name = replace(self.pool.name, layered=False)

    def begin(self, size: int) -> None:
        """Foresee as many positions as there are."""
        self.seen.begin(size)

    def leaving(self) -> Iterator[Any]:
        """Return positions round by round, each once all moves into it are taken."""
        pool, name, rounds = self.pool, self.pool.name, 0
        pool.name = replace(name, again=True)
        frontier = pool.blocks_of(self.starts)
        while frontier:
            yield frontier
            _, frontier = pool.expand(frontier, self.seen, rounds, self._report_again)
            rounds += 1
        pool.name = name
