"""Merging sorted files, a stretch of keys at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from .columns import Array, count_through


class SortedBlocks(Protocol):
    """Positions in order, with numbers beside them, in blocks."""

    words: int

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        ...

    def read(self, block: int) -> list[Array]:
        """Return the columns of a block: the keys' words, and what is beside them."""
        ...

    def last(self, block: int) -> list[int]:
        """Return the words of a block's last key."""
        ...


class _Hand:
    """What is in hand of a file: a block, from some row on."""

    def __init__(self, file: SortedBlocks) -> None:
        self._file, self._block = file, 0
        self._columns: list[Array] = []
        self._fill()

    def _fill(self) -> None:
        """Take the next block, if there is one."""
        self.empty = self._block == self._file.blocks
        if not self.empty:
            self._columns = self._file.read(self._block)
            self.last = tuple(reversed(self._file.last(self._block)))
            self._block += 1

    def take_through(self, key: tuple[int, ...]) -> list[Array]:
        """Take all rows in hand up to a key; take the next block where none is left."""
        words = [np.array([word], np.uint64) for word in reversed(key)]
        end = int(count_through(self._columns[: len(words)], words)[0])
        taken = [column[:end] for column in self._columns]
        self._columns = [column[end:] for column in self._columns]
        if len(self._columns[0]) == 0:
            self._fill()
        return taken


def merged(files: Sequence[SortedBlocks]) -> Iterator[list[Array]]:
    """Yield the rows of some files in order, each key once; numbers beside a key are added up."""
    words = files[0].words
    hands = [hand for hand in map(_Hand, files) if not hand.empty]
    while hands:
        key = min(hand.last for hand in hands)
        parts = [hand.take_through(key) for hand in hands]
        parts = [part for part in parts if len(part[0])]
        yield _joined(parts, words)
        hands = [hand for hand in hands if not hand.empty]


def _joined(parts: list[list[Array]], words: int) -> list[Array]:
    """Return the rows of some sorted stretches in order, each key once."""
    if len(parts) == 1:
        return parts[0]
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    if len(columns) == 1:
        columns[0].sort()
        return [columns[0][first_of_each(columns)]]
    order = np.lexsort(columns[:words])
    columns = [column[order] for column in columns]
    first = first_of_each(columns[:words])
    begins = np.flatnonzero(first)
    numbers = [np.add.reduceat(column, begins) for column in columns[words:]]
    return [*(column[first] for column in columns[:words]), *numbers]


def first_of_each(columns: Sequence[Array]) -> Array:
    """Return for sorted rows whether each differs from the one before it."""
    differs = np.ones(len(columns[0]), bool)
    differs[1:] = False
    for column in columns:
        differs[1:] |= column[1:] != column[:-1]
    return differs
