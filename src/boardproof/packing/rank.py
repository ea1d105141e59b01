"""Ranks: a number for every position of a narrow game, without a gap between them.

A bit has two values. Boards that never share a place have fewer together than all their bits:
two of them leave three values a place (neither, the first, the second), not four.

    A or B on 4×4 cells     33 bits a position, 2 · 3¹⁶ ranks: 11 MB of bits instead of 1 GB
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..rules.state import SubsetVariable
from .columns import Array
from .fields import Field
from .layout import Layout

#: More ranks than this take more memory, 2 GiB as bits, than they are worth.
MOST_RANKS = 1 << 34
#: How many places of a board one table look-up ranks.
CHUNK = 8


@dataclass(frozen=True)
class DisjointBoards:
    """Boards over the same places, at most one of which has each place."""

    fields: tuple[Field, ...]
    certain: bool  # by the layout; else it is checked for each position

    @property
    def values(self) -> int:
        """How many values a place has."""
        return len(self.fields) + 1

    @property
    def ranks(self) -> int:
        """How many ways the boards can look."""
        return int(self.values ** self.fields[0].width)


class Ranking:
    """The ranks of one game's positions, which take one word; works on numbers and on arrays.

    A rank is the sum of what `shifted` fields are, each shifted left, and of what
    `lookups` give: a table each for the bits of a field.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.positions.position import starting_position
    >>> layout = Layout(Diagonals())
    >>> ranking = Ranking(layout)
    >>> ranking.size == 2 * 3**4, ranking.rank(layout.pack(starting_position(layout.game))[0])
    (True, 0)
    """

    def __init__(self, layout: Layout) -> None:
        self.boards = list(_disjoint_boards(layout))
        self.shifted: list[tuple[Field, int]] = []
        self.lookups: list[tuple[Field, list[int]]] = []
        self.size = 1
        on_boards = sum(field.mask for boards in self.boards for field in boards.fields)
        for field in _runs(sum(field.mask for field in layout.fields) & ~on_boards):
            self.shifted.append((field, self.size.bit_length() - 1))
            self.size <<= field.width
        for boards in self.boards:
            self.lookups += _lookups(boards, self.size)
            self.size *= boards.ranks

    @cached_property
    def _tables(self) -> list[tuple[Field, Array]]:
        return [(field, np.array(numbers, np.uint64)) for field, numbers in self.lookups]

    def rank(self, word: Any) -> Any:
        """Return the rank of a position."""
        rank = word & 0
        for field, to in self.shifted:
            rank = rank + (field.of(word) << to)
        for field, table in self.lookups if isinstance(word, int) else self._tables:
            rank = rank + table[field.of(word)]
        return rank

    def overlaps(self, word: Any) -> Any:
        """Whether boards share a place: then the rank means nothing."""
        overlap = word & 0
        for boards in self.boards:
            taken = word & 0
            for field in boards.fields:
                overlap, taken = overlap | taken & field.of(word), taken | field.of(word)
        return overlap != 0


def ranking_of(layout: Layout) -> Ranking | None:
    """Rank a game's positions; return None where they are too many."""
    if layout.words > 1:
        return None
    ranking = Ranking(layout)
    return ranking if ranking.size <= MOST_RANKS else None


def _disjoint_boards(layout: Layout) -> Iterator[DisjointBoards]:
    sets = defaultdict(list)
    for packed in layout.packed.values():
        if packed.planes:
            yield DisjointBoards(packed.fields, certain=True)
        elif isinstance(packed.variable, SubsetVariable):
            sets[packed.variable.domain].append(packed.fields[0])
    for fields in sets.values():
        if len(fields) > 1:
            yield DisjointBoards(tuple(fields), certain=False)


def _lookups(boards: DisjointBoards, weight: int) -> Iterator[tuple[Field, list[int]]]:
    """Cut boards into chunks, each with the part of the rank that every pattern of it adds."""
    for value, field in enumerate(boards.fields, 1):
        for start in range(0, field.width, CHUNK):
            chunk = field.part(start, min(CHUNK, field.width - start))
            times = value * weight * boards.values**start
            yield chunk, [times * number for number in _numbers(boards.values, chunk.width)]


def _numbers(base: int, width: int) -> list[int]:
    """Read every pattern of bits as digits of a base."""
    return [
        sum(base**place for place in range(width) if bits >> place & 1)
        for bits in range(1 << width)
    ]


def _runs(mask: int) -> Iterator[Field]:
    """Return the stretches of bits of a mask."""
    offset = 0
    while mask >> offset:
        width = 0
        while mask >> (offset + width) & 1:
            width += 1
        if width:
            yield Field(0, offset, width)
        offset += width + 1
