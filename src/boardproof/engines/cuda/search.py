"""A search that keeps all positions in the GPU's memory, with how many moves arrive at each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...limits import Limits
from ..compiled.bfs.search import BreadthFirstSearch
from ..compiled.bfs.workers import Block

if TYPE_CHECKING:
    from .engine import CudaEngine


class DeviceClosedSearch(BreadthFirstSearch):
    """A search that keeps all positions, and counts arrivals."""

    graded = False
    pool: Any

    def __init__(self, engine: CudaEngine, limits: Limits, symmetry: bool) -> None:
        super().__init__(engine, limits, 1, symmetry)
        self.seen = self.whole = self.pool.kept_table()
        self.whole.add(self.starts)

    def begin(self, size: int) -> None:
        """Keep everything."""

    def longest(self) -> int | None:
        """Take positions once all moves into them are taken; some are left where games circle."""
        rounds = taken = 0
        for blocks in self.leaving():
            rounds, taken = rounds + 1, taken + sum(block.count for block in blocks)
        return rounds - 1 if taken == self.total else None

    def leaving(self) -> Iterator[list[Block]]:
        """Return positions round by round, each once all moves into it are taken."""
        leaving, rounds = self.whole.departures(), 0
        left = self.whole.arrived(self.starts) == 0
        frontier = self.pool.blocks_of([column[left] for column in self.starts])
        while frontier:
            yield frontier
            _, frontier = self.pool.expand(frontier, leaving, rounds, self._report_again)
            rounds += 1

    def _report_again(self, _: int) -> None:
        """Report that all positions are gone over once more."""
        self.limits.report(len(self.by_ply), self.total)
