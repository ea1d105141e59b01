"""The positions of some blocks in parts, which threads take one after another in machine code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..kernels.constants import ADDRESS, BEGIN, FIRST, UNTIL
from .blocks import Block
from .team import ThreadTeam
from .visited import Column

#: A number that comes after those of all parts.
LAST = 1 << 62


class Parts:
    """Parts of some blocks: where each lies, and how many are taken.

    Each block is one, unless a team takes them: then there are smaller ones towards the end.
    """

    def __init__(self, blocks: Sequence[Block], team: ThreadTeam | None = None) -> None:
        self._blocks, self._done = blocks, 0
        tables, left = [], sum(block.count for block in blocks)
        for block in blocks:
            left -= block.count
            tables.append(_parts_of(block, team.part(block.count, left) if team else LAST))
        self.table = np.concatenate(tables) if tables else np.empty((0, ADDRESS), np.int64)
        self.taken = np.zeros(1, np.int64)
        self._ends = np.cumsum([len(table) for table in tables])

    @property
    def left(self) -> bool:
        """Whether there is a part that nobody has taken."""
        return bool(self.taken[0] < len(self.table))

    def words(self, part: int, row: int) -> list[int]:
        """Return the words of the position in a row of a part's block."""
        block = self._blocks[int(self._ends.searchsorted(part, "right"))]
        return [int(column[row]) for column in block.columns]

    def done_before(self, part: int) -> Sequence[Block]:
        """Return the blocks of which all parts come before one, if they were not returned yet."""
        first, self._done = self._done, int(self._ends.searchsorted(part, "right"))
        return self._blocks[first : self._done]


#: What has no parts.
NOTHING = Parts([])


def _parts_of(block: Block, size: int) -> Column:
    """Return the parts of a block of positions."""
    columns = block.columns
    assert all(column.dtype == np.uint64 and column.flags.c_contiguous for column in columns)
    begins = np.arange(0, block.count, size)
    table = np.empty((len(begins), ADDRESS + len(columns)), np.int64)
    table[:, BEGIN], table[:, UNTIL] = begins, np.minimum(begins + size, block.count)
    table[:, FIRST:] = block.first, *(column.ctypes.data for column in columns)
    return table
