"""A search that keeps all positions in the GPU's memory, with how many moves arrive at each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...limits import Limits
from ..compiled.bfs.blocks import Block
from ..compiled.bfs.search import RepeatedSearch

if TYPE_CHECKING:
    from .engine import CudaEngine


class DeviceClosedSearch(RepeatedSearch):
    """A search that keeps all positions, and counts arrivals."""

    pool: Any

    def __init__(self, engine: CudaEngine, limits: Limits, symmetry: bool) -> None:
        super().__init__(engine, limits, 1, symmetry)
        self.seen = self.whole = self.pool.kept_table()
        self.whole.add(self.starts)

    def begin(self, size: int) -> None:
        """Keep everything."""

    def leaving(self) -> Iterator[list[Block]]:
        """Return positions round by round, each once all moves into it are taken."""
        leaving, rounds = self.whole.departures(), 0
        left = self.whole.arrived(self.starts) == 0
        frontier = self.pool.blocks_of([column[left] for column in self.starts])
        while frontier:
            yield frontier
            _, frontier = self.pool.expand(frontier, leaving, rounds, self._report_again)
            rounds += 1
