"""What was seen: three forms of one table, each with the kernel that knows it.

LayerVisited    a hash table of one ply's positions, forgotten when the ply is done
ArrivalVisited  a hash table of all positions, with the number of moves that arrive at each
BitVisited      one bit for every position there can be, where those are few enough
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from ....limits import Limits
from ..kernels.constants import ARRIVING, EMPTY, LAYERED, LEAVING
from .memory import GrowingArray, zeros

#: A hash table is at most so full; beyond, probing gets slow.
LOAD = 0.6
#: A table that keeps everything is fuller from so many places on: it takes the most memory.
FULL, LARGE = 0.8, 1 << 24
#: A hash table's first size.
SMALLEST = 1 << 12
#: How many times the memory of a ply's hash table the bits for all positions may take.
WORTH = 4

Column = np.ndarray[Any, Any]


class VisitedSet(Protocol):
    """A table of positions, as a search uses it."""

    stage: int
    kernel: str

    @property
    def columns(self) -> tuple[Any, ...]:
        """What the kernel takes of the table."""
        ...

    @property
    def room(self) -> int:
        """How many more positions the table takes before it must grow."""
        ...

    def begin(self, expected: int) -> None:
        """Prepare for the next ply, with an estimate of its positions."""
        ...

    def took(self, count: int) -> None:
        """Add to the number of positions; a negative number corrects an estimate."""
        ...

    def grow(self) -> None:
        """Make more room."""
        ...


class HashedVisited:
    """An open-addressing hash table of packed positions."""

    stage = LAYERED
    kernel = "expand_hashed"

    def __init__(self, kernels: Any, words: int, limits: Limits) -> None:
        self._kernels, self._words, self._limits = kernels, words, limits
        self._places = [GrowingArray(SMALLEST) for _ in range(words)]
        self._places[0].array.fill(EMPTY)
        self._arrivals = GrowingArray(SMALLEST if self.stage == ARRIVING else 0, np.int32)
        self._size = SMALLEST
        self._held = 0

    @property
    def _table(self) -> list[Column]:
        return [places.array[: self._size] for places in self._places]

    @property
    def load(self) -> float:
        """How full the table may be."""
        return LOAD

    @property
    def _mask(self) -> np.uint64:
        return np.uint64(self._size - 1)

    @property
    def columns(self) -> tuple[Any, ...]:
        """The words, the bits of a place, the arrivals; nothing is ranked."""
        return (*self._table, self._mask, self._arrivals.array, 0)

    @property
    def room(self) -> int:
        """How many more positions the table takes before it must grow."""
        return int(self._size * self.load) - self._held

    def took(self, count: int) -> None:
        """Add to the number of positions; a negative number corrects an estimate."""
        self._held += count

    def add(self, columns: Sequence[Column]) -> None:
        """Add positions."""
        while self.room <= len(columns[0]):
            self.grow()
        self._held += self._find(columns)[0]

    def _find(self, columns: Sequence[Column]) -> tuple[int, Column]:
        """Return how many positions were not there, and the place of each; there must be room."""
        slots = np.empty(len(columns[0]), np.uint64)
        new = self._kernels.place_all(*columns, *self._table, self._mask, slots)
        return int(new), slots

    def grow(self) -> None:
        """Double the table, in place."""
        before, size = self._size, 2 * self._size
        kept = [*self._places, self._arrivals] if self.stage == ARRIVING else self._places
        growing = [stretch for stretch in kept if len(stretch.array) < size]
        self._limits.require_memory(sum(stretch.array.nbytes for stretch in growing))
        for stretch in growing:
            stretch.grow(size)
        self._places[0].array[before:size].fill(EMPTY)
        self._size = size
        self._kernels.spread(*self._table, self._arrivals.array, before, self._mask)


class LayerVisited(HashedVisited):
    """The positions of one ply."""

    def begin(self, expected: int) -> None:
        """Forget all positions; go on with as much of the memory as those expected need."""
        size = table_size(expected)
        if size > len(self._places[0].array):
            self._places = []  # the old goes before the new is taken
            self._limits.require_memory(8 * self._words * size)
            self._places = [GrowingArray(size) for _ in range(self._words)]
        self._size, self._held = size, 0
        self._table[0].fill(EMPTY)


class ArrivalVisited(HashedVisited):
    """All positions, and how many moves arrive at each."""

    stage = ARRIVING
    kernel = "expand_kept"

    @property
    def load(self) -> float:
        """How full the table may be."""
        return FULL if self._size >= LARGE else LOAD

    def begin(self, expected: int) -> None:
        """Keep everything."""

    def arrived(self, columns: Sequence[Column]) -> Column:
        """Return how many moves arrive at each of some positions."""
        return self._arrivals.array[self._find(columns)[1]]

    def departures(self) -> DepartureVisited:
        """Return the same table, for arrivals to be taken back."""
        return DepartureVisited(self)


class DepartureVisited:
    """All positions once they are known, while arrivals are taken back."""

    stage = LEAVING
    kernel = "expand_kept"
    room = 1 << 62

    def __init__(self, whole: ArrivalVisited) -> None:
        self.columns = whole.columns

    def begin(self, expected: int) -> None:
        """Keep everything."""

    def took(self, count: int) -> None:
        """Find only what is there."""

    def grow(self) -> None:
        """Never need to."""


class BitVisited:
    """One bit for every position there can be."""

    stage = LAYERED
    kernel = "expand_marked"
    room = 1 << 62

    def __init__(self, size: int, ranks: Any) -> None:
        marks = zeros(marks_size(size) // 8)
        marks.fill(0)  # all are taken now, for what is left to be known
        self.columns = (marks, np.uint64(0), zeros(0, np.int32), ranks)

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
