"""Numbers for packed positions: a perfect rank where there is one, and a grade that tells plies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..rules.state import MapVariable
from .layout import Field, Layout
from .ranking import Boards, Ranking, ranking_of

Array = np.ndarray[Any, Any]

#: Small variables count in a grade as long as they have so many values together.
MOST_SMALL = 1 << 12
#: More bits than a position has; bits on boards are counted below it.
BASE = 129


class RankTable:
    """The perfect ranks of positions that take one word; works on numbers and on arrays of them.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.positions.position import starting_position
    >>> layout = Layout(Diagonals())
    >>> ranks = RankTable(Ranking(layout))
    >>> ranks.size, ranks.rank(layout.pack(starting_position(Diagonals()))[0])
    (162, 0)
    """

    def __init__(self, ranking: Ranking) -> None:
        self._ranking, self.size = ranking, ranking.size

    def rank(self, word: Any) -> Any:
        """Give the rank of a position."""
        found, weight = word & 0, 1
        for offset, width in self._ranking.rest:
            found = found + (word >> offset & (1 << width) - 1) * weight
            weight <<= width
        for boards in self._ranking.boards:
            found = found + _places(word, boards) * weight
            weight *= boards.ranks
        return found

    def crossed(self, word: Any) -> Any:
        """Say whether boards share a place: then the rank means nothing."""
        found = word & 0 != 0
        for boards in self._ranking.boards:
            taken = word & 0
            for field in boards.fields:
                board = _board(word, field)
                found = found | (taken & board != 0)
                taken = taken | board
        return found


def ranks_of(layout: Layout) -> RankTable | None:
    """Rank a game's positions, unless they are too many."""
    ranking = ranking_of(layout)
    return None if ranking is None else RankTable(ranking)


def _board(word: Any, field: Field) -> Any:
    return word >> field.offset & (1 << field.width) - 1


def _places(word: Any, boards: Boards) -> Any:
    """Read boards as a number whose places count by so many values."""
    found, weight = word & 0, 1
    for place in range(boards.fields[0].width):
        for value, field in enumerate(boards.fields, 1):
            found = found + (word >> (field.offset + place) & 1) * (value * weight)
        weight *= boards.values
    return found


class Grades:
    """What simple things say of a position: how many bits its boards have, its small variables.

    Where no position has two plies, that usually tells its ply, so one layer is looked into only.
    """

    def __init__(self, layout: Layout) -> None:
        self._boards = [0, 0]
        self._small: list[tuple[Field, int]] = []
        size = 1
        for packed in layout.packed.values():
            field = packed.fields[0]
            if packed.boards:
                for one in packed.fields:
                    self._boards[one.word] |= one.mask
            elif not isinstance(packed.variable, MapVariable) and size << field.width <= MOST_SMALL:
                self._small.append((field, size))
                size <<= field.width

    def of(self, words: Sequence[int]) -> int:
        """Give the grade of one position."""
        small = sum((words[f.word] >> f.offset & (1 << f.width) - 1) * w for f, w in self._small)
        pairs = zip(words, self._boards, strict=False)
        return small * BASE + sum((word & mask).bit_count() for word, mask in pairs)

    def of_all(self, columns: Sequence[Array]) -> Array:
        """Give the grades that occur among many positions, each once."""
        found = np.zeros(len(columns[0]), np.uint64)
        for field, weight in self._small:
            part = columns[field.word] >> np.uint64(field.offset)
            found += (part & np.uint64((1 << field.width) - 1)) * np.uint64(weight * BASE)
        for column, mask in zip(columns, self._boards, strict=False):
            found += _bits(column & np.uint64(mask))
        return np.unique(found)


_BITS = np.array([number.bit_count() for number in range(1 << 16)], np.uint64)


def _bits(column: Array) -> Array:
    """Count the bits of each number."""
    halves = column.view(np.uint16).reshape(-1, 4)
    counted: Array = _BITS[halves].sum(axis=1, dtype=np.uint64)
    return counted
