"""Hash tables that take no more memory than they may: when one is full, it is emptied in order.

Each has room for a few positions' children at `least`, or no worker could begin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...limits import Limits
from ..compiled.bfs.memory import GrowingArray, zeros
from ..compiled.bfs.team import ThreadTeam
from ..compiled.bfs.visited import LOAD, SMALLEST, Column, LayerVisited, table_size
from ..compiled.kernels.constants import EMPTY

#: What is left of the free memory for all but the table, and the part of the rest that it takes.
MARGIN, PART = 1 << 25, 0.75


def places_for(limits: Limits, each: int) -> int:
    """Return how many places a table may have at most, each of so many bytes: a power of two.

    >>> from boardproof.limits import memory_in_use
    >>> places_for(Limits(memory=memory_in_use() + (1 << 30)), 8) >> 20
    64
    """
    free = int(max(0, limits.free - MARGIN) * PART) // each
    return max(SMALLEST, 1 << max(0, free.bit_length() - 1))


class BoundedTable(LayerVisited):
    """The positions of one ply, or of a part of it."""

    def __init__(
        self, kernels: Any, words: int, limits: Limits, team: ThreadTeam, least: int
    ) -> None:
        super().__init__(kernels, words, limits, team)
        # Two words are sorted in copies.
        self.most = max(places_for(limits, 8 if words == 1 else 56), table_size(least))

    def begin(self, expected: int) -> None:
        """Forget all positions; go on with as much of the memory as those expected need."""
        super().begin(min(expected, int(self.most * LOAD) - 1))

    @property
    def full(self) -> bool:
        """Whether the table may not grow."""
        return self._size >= self.most

    def drain(self) -> list[Column]:
        """Return all positions in order: what lies in the table is overwritten."""
        if self._words == 1:
            table = self._table[0]
            table.sort()
            return [table[: int(table.searchsorted(EMPTY))]]
        return _in_order(self._table, [])

    def clear(self) -> None:
        """Forget all positions."""
        self._held = 0
        self._team.fill(self._table[0], EMPTY)


class BoundedArrivals(BoundedTable):
    """The positions that moves of one ply lead to, or a part of it, and how many lead to each.

    It grows only when it has been emptied, so nothing in it is ever moved.
    """

    kernel = "expand_kept"

    def __init__(
        self, kernels: Any, words: int, limits: Limits, team: ThreadTeam, least: int
    ) -> None:
        super().__init__(kernels, words, limits, team, least)
        self.most = max(places_for(limits, 28 + 28 * words), table_size(least))
        self._take(table_size(least))

    def _take(self, size: int) -> None:
        """Begin with so many places."""
        self._places = []  # the old go before the new are taken
        self._limits.require_memory((8 * self._words + 4) * size)
        self._places = [GrowingArray(size) for _ in range(self._words)]
        self._arrivals, self._size = zeros(size, np.int32), size
        self._empty()

    def _empty(self) -> None:
        super().clear()
        self._arrivals.fill(0)

    @property
    def columns(self) -> tuple[Any, ...]:
        """The words, the bits of a place, and how many moves lead to what is there."""
        return (*self._table, self._mask, self._arrivals)

    def begin(self, expected: int) -> None:
        """Forget all positions."""
        self.clear()

    @property
    def full(self) -> bool:
        """Whether the table may not grow: it never may while it holds anything."""
        return True

    def drain(self) -> list[Column]:
        """Return all positions in order, and how many moves lead to each."""
        return _in_order(self._table, [self._arrivals])

    def clear(self) -> None:
        """Forget all positions; take a larger table if this one was filled."""
        if self._held > self._size * LOAD / 2 and self._size < self.most:
            self._take(2 * self._size)
        else:
            self._empty()


def _in_order(table: list[Column], beside: list[Column]) -> list[Column]:
    """Return what a table holds, in the order of its keys."""
    held = np.flatnonzero(table[0] != EMPTY)
    columns = [column[held] for column in table]
    order = np.lexsort(columns)
    keys = [column[order] for column in columns]
    return [*keys, *(column[held][order].astype(np.uint64) for column in beside)]
