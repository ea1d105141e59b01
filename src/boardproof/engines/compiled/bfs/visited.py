"""What was seen: forms of one table, each with the kernel that knows it.

LayerVisited     a hash table of one ply's positions, forgotten when the ply is done
BitVisited       one bit for every position there can be, where those are few enough
NumberedVisited  all positions in the order in which they were found (`numbered.py`)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from ....limits import Limits
from ..kernels.constants import EMPTY
from .memory import GrowingArray, zeros

if TYPE_CHECKING:
    from .blocks import BlockSource
    from .team import ThreadTeam

#: A hash table is at most so full; beyond, probing gets slow.
LOAD = 0.6
#: A table that keeps everything is fuller from so many places on: it takes the most memory.
FULL, LARGE = 0.8, 1 << 24
#: A hash table's first size.
SMALLEST = 1 << 12
#: How many times the memory of a ply's hash table the bits for all positions may take.
WORTH = 4

Column = np.ndarray[Any, Any]


class VisitedSet(ABC):
    """A table of positions, as a search uses it."""

    kernel: str

    @property
    @abstractmethod
    def columns(self) -> tuple[Any, ...]:
        """What the kernel takes of the table."""

    @property
    @abstractmethod
    def room(self) -> int:
        """How many more positions the table takes before it must grow."""

    @property
    def rows(self) -> BlockSource | None:
        """Where the blocks come from that positions are written to; None for anywhere."""
        return None

    @abstractmethod
    def begin(self, expected: int) -> None:
        """Prepare for the next ply, with an estimate of its positions."""

    @abstractmethod
    def took(self, count: int) -> None:
        """Add to the number of positions; a negative number corrects an estimate."""

    @abstractmethod
    def grow(self) -> None:
        """Make more room."""


class LayerVisited(VisitedSet):
    """An open-addressing hash table of the packed positions of one ply."""

    kernel = "expand_hashed"

    def __init__(self, kernels: Any, words: int, limits: Limits, team: ThreadTeam) -> None:
        self._kernels, self._words, self._limits, self._team = kernels, words, limits, team
        self._places = [GrowingArray(SMALLEST) for _ in range(words)]
        self._size, self._held = SMALLEST, 0

    @property
    def _table(self) -> list[Column]:
        return [places.array[: self._size] for places in self._places]

    @property
    def _mask(self) -> np.uint64:
        return np.uint64(self._size - 1)

    @property
    def columns(self) -> tuple[Any, ...]:
        """The words, and the bits of a place; nothing is ranked."""
        return (*self._table, self._mask, 0)

    @property
    def room(self) -> int:
        """How many more positions the table takes before it must grow."""
        return int(self._size * LOAD) - self._held

    def took(self, count: int) -> None:
        """Add to the number of positions; a negative number corrects an estimate."""
        self._held += count

    def begin(self, expected: int) -> None:
        """Forget all positions; go on with as much of the memory as those expected need."""
        size = table_size(expected)
        if size > len(self._places[0].array):
            self._places = []  # the old goes before the new is taken
            self._limits.require_memory(8 * self._words * size)
            self._places = [GrowingArray(size) for _ in range(self._words)]
        self._size, self._held = size, 0
        self._team.fill(self._table[0], EMPTY)

    def grow(self) -> None:
        """Double the table, in place."""
        before, size = self._size, 2 * self._size
        growing = [stretch for stretch in self._places if len(stretch.array) < size]
        self._limits.require_memory(sum(stretch.array.nbytes for stretch in growing))
        for stretch in growing:
            stretch.grow(size)
        self._team.fill(self._places[0].array[before:size], EMPTY)
        self._size = size
        self._kernels.spread(*self._table, before, self._mask)


class BitVisited(VisitedSet):
    """One bit for every position there can be."""

    kernel = "expand_marked"
    room = 1 << 62

    def __init__(self, size: int, ranks: Any) -> None:
        marks = zeros(marks_size(size) // 8)
        marks.fill(0)  # all are taken now, for what is left to be known
        self._columns = (marks, np.uint64(0), ranks)

    @property
    def columns(self) -> tuple[Any, ...]:
        """The bits, and what ranks positions; there are no places."""
        return self._columns

    def begin(self, expected: int) -> None:
        """Keep everything: no position comes back at another ply."""

    def took(self, count: int) -> None:
        """Need no more for more positions."""

    def grow(self) -> None:
        """Have room for all."""


def table_size(expected: int) -> int:
    """Return the size of a hash table for a number of positions."""
    return max(SMALLEST, 1 << int(expected / LOAD).bit_length())


def marks_size(ranks: int) -> int:
    """Return the bytes of a bit for every rank."""
    return (ranks + 63) // 64 * 8
