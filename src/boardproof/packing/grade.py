"""Grades: a small key of a position that usually tells its ply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..rules.state import MapVariable
from .columns import Array
from .fields import Field
from .layout import Layout

#: The maximal number of combined values of the small variables in a grade.
MOST_SMALL = 1 << 12
#: More bits than a position has; bits on boards are counted below it.
BASE = 129


class Grade:
    """What simple things say of a position: how many bits its boards have, its small variables.

    `boards` are the bits that are counted in each word, `small` the fields that are taken as they
    are, each with its weight. Where every grade goes with one ply, no position has two.

    >>> from boardproof.rules.sample import Diagonals
    >>> grade = Grade(Layout(Diagonals()))
    >>> grade.of((0b1_0010_0001,)), grade.size
    (131, 258)
    """

    def __init__(self, layout: Layout) -> None:
        self.boards = [0] * layout.words
        self.small: list[tuple[Field, int]] = []
        values = 1
        for packed in layout.packed.values():
            fields, is_map = packed.fields, isinstance(packed.variable, MapVariable)
            if packed.boards:
                for board in fields:
                    self.boards[board.word] |= board.mask
            elif not is_map and values << fields[0].width <= MOST_SMALL:
                self.small.append((fields[0], values))
                values <<= fields[0].width
        self.size = BASE * values

    def of(self, words: Sequence[int]) -> int:
        """Return the grade of a position."""
        small = sum(field.of(words[field.word]) * weight for field, weight in self.small)
        pairs = zip(words, self.boards, strict=True)
        return int(small) * BASE + sum((word & mask).bit_count() for word, mask in pairs)

    def distinct(self, columns: Sequence[Array]) -> Array:
        """Return the grades that occur among many positions, sorted, each once."""
        grades, occurs = np.zeros(len(columns[0]), np.uint64), np.zeros(self.size, np.bool_)
        for field, weight in self.small:
            grades += field.of(columns[field.word]) * (weight * BASE)
        for column, mask in zip(columns, self.boards, strict=True):
            grades += np.bitwise_count(column & np.uint64(mask))
        occurs[grades] = True
        return np.flatnonzero(occurs).astype(np.uint64)
