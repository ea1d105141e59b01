"""All positions in the order in which they were found, and which of them moves lead to.

What moves lead to is kept as links from number to number, so that no rule is run again to find the
longest game. Where the memory for links is short they are forgotten, and only how many arrive at
each position is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ....limits import Limits
from ..kernels.constants import (
    ARRIVING,
    KEEPING,
    LANES,
    LAST_LINK,
    LEAVING,
    LINE_BITS,
    LINK,
    LINKING,
    NEAR,
)
from .blocks import Block, BlockSource
from .memory import GrowingArray, reserve, zeros
from .team import ThreadTeam
from .visited import Column, VisitedSet, table_size

#: How many links are lent to a thread at a time.
LINKS = 1 << 18
#: The table is at most so full.
LOAD = 0.8
#: The least number of bits that say how many lines from home a place is.
SPARE = 7
#: So many positions of a round are left behind by a thread at a time.
ROUND = 1 << 13
#: Links are to numbers of 32 bits, and so are their own.
MOST = 1 << 31


class NumberedVisited(VisitedSet):
    """A hash table of the numbers of all positions, which lie in rows by their numbers.

    Rows and links are as many as the memory limit lets there be: none takes memory before it is
    used.
    """

    kernel = "expand_numbered"

    def __init__(
        self,
        kernels: Any,
        words: int,
        bits: int,
        limits: Limits,
        block: int,
        moves: int,
        stage: int,
        team: ThreadTeam,
    ) -> None:
        self._kernels, self._limits, self._block, self._moves = kernels, limits, block, moves
        self.stage, self._team = stage, team
        #: How many bits of a place say how many lines from home it is, none where few are left.
        self._spare = 64 - LINE_BITS - bits if 64 - LINE_BITS - bits >= SPARE else 0
        rows = limits.free // (8 * words) + 2 * block
        self.known = [reserve(rows, np.uint64) for _ in range(words)]
        #: Where the links of each position begin; later how many arrive at it.
        self.arrivals = reserve(0 if stage == KEEPING else rows, np.int32)
        by_row = [*self.known, *([] if stage == KEEPING else [self.arrivals])]
        self._rows = min(map(len, by_row))
        self.links = reserve(min(MOST, limits.free // 4) if self.linked else 0, np.int32)
        #: The number that no link has yet: none is the first, so zero says that there are none.
        self._next_link, self._next_row = 1, 0
        self._spare_links: list[tuple[int, int]] = []
        self._spare_rows: list[Block] = []
        self._short = False
        self.blocks: list[Block] = []
        self._held = 0
        self._places = GrowingArray(table_size(2 * block))

    @property
    def columns(self) -> tuple[Any, ...]:
        """What the kernel takes of the table."""
        return (*self._table, *self.known, self.arrivals, self.links, self.stage)

    @property
    def _table(self) -> tuple[Any, ...]:
        """The places, and how what they hold is made."""
        shift, step = self._size.bit_length() - 1, self._size if self._spare else 0
        return (self._heads, *map(np.uint64, (self._size - 1, shift, self._spare, step)))

    @property
    def linked(self) -> bool:
        """Whether it is known what every move leads to."""
        return self.stage == LINKING

    @property
    def _heads(self) -> Column:
        return self._places.array

    @property
    def _size(self) -> int:
        return len(self._heads)

    @property
    def room(self) -> int:
        """How many more positions the table takes before it must grow; each has a larger number."""
        return 0 if self._short else min(int(self._size * LOAD) - self._held, self._fits())

    def _fits(self) -> int:
        """Return how many more numbers fit into a place."""
        return self._size - 1 - self._next_row

    def begin(self, expected: int) -> None:
        """Grow at once for as many positions as are expected."""
        size = self._size
        while size * LOAD < self._held + expected:
            size *= 2
        if size > self._size and self._limits.has_room(8 * (size - self._size)):
            self._grow_to(size)

    def took(self, count: int) -> None:
        """Add to the number of positions; a negative number corrects an estimate."""
        self._held += count

    def grow(self) -> None:
        """Forget all links where there is no room for more, else double the table."""
        if self._short:
            self._forget_links()
        else:
            self._grow_to(2 * self._size)

    def _grow_to(self, size: int) -> None:
        before = self._size
        self._limits.require_memory(8 * (size - before))
        self._places.grow(size)
        self._kernels.spread_numbers(*self._table, *self.known, before)

    def _enter(self, block: Block) -> None:
        first, end = block.first, block.first + block.count
        self._kernels.enter_numbers(*self._table, *self.known, first, end)

    @property
    def rows(self) -> BlockSource | None:
        """Where the blocks come from: positions are written once."""
        return None if self.stage == LEAVING else self

    # -- rows ---------------------------------------------------------------------------------

    def take(self) -> Block:
        """Return an empty block of rows."""
        block = self._spare_rows.pop() if self._spare_rows else self._new_rows()
        self.blocks.append(block)
        return block

    def _new_rows(self) -> Block:
        first, size = self._next_row, self._block
        more = 4 * size * (2 * len(self.known) + len(self.arrivals[:1]))
        self._limits.require_memory(more)
        if first + size > self._rows:
            self._limits.stop(self._limits.limit + more)
        self._next_row += size
        return Block([column[first : first + size] for column in self.known], first=first)

    def give(self, block: Block) -> None:
        """Keep a block that is done."""

    def add(self, columns: Sequence[Column]) -> list[Block]:
        """Add positions, none of which is there; return their blocks."""
        start = len(self.blocks)
        for begin in range(0, len(columns[0]), self._block):
            block = self.take()
            while self.room <= self._block:
                self.grow()
            block.count = len(columns[0][begin : begin + self._block])
            for into, column in zip(block.columns, columns, strict=True):
                into[: block.count] = column[begin : begin + self._block]
            self._held += block.count
            self._enter(block)
        return self.blocks[start:]

    # -- links --------------------------------------------------------------------------------

    def lend(self, state: Column) -> None:
        """Let a thread have links to note, if those it has may not do."""
        if self.stage != LINKING or state[LAST_LINK] - state[LINK] > self._least_links:
            return
        if not self._spare_links:
            self._short = not self._limits.has_room(4 * LINKS)
            self._short |= max(self._next_link + LINKS + LANES, self._next_row) > len(self.links)
            self._spare_links.append((self._next_link, self._next_link + LINKS))
            self._next_link += LINKS
        state[LINK], state[LAST_LINK] = self._spare_links.pop()

    @property
    def _least_links(self) -> int:
        """The least number of links with which a thread gets on."""
        return 512 + 2 * self._moves

    def take_back(self, state: Column, last: Block) -> None:
        """Take back what a thread has left of its links, and of the rows of its last block."""
        if state[LAST_LINK] - state[LINK] > self._least_links:
            self._spare_links.append((int(state[LINK]), int(state[LAST_LINK])))
        left = [column[last.count :] for column in last.columns]
        if len(left[0]) > self._moves:
            self._spare_rows.append(Block(left, first=last.first + last.count))

    def _forget_links(self) -> None:
        """Count how many links arrive at each position, and count on."""
        arrivals = zeros(self._rows, np.int32)
        self._count_links(arrivals)
        self.arrivals, self.links = arrivals, np.zeros(0, np.int32)
        self._short, self.stage = False, ARRIVING

    def _count_links(self, arrivals: Column) -> None:
        """Count how many links arrive at each position."""
        shared = int(self._team.threads > 1)

        def count(rows: slice) -> None:
            kernel = self._kernels.count_links
            kernel(self.arrivals, self.links, rows.start, rows.stop, arrivals, shared)

        self._team.all(count, self._team.stretches(self._next_row))

    def leave(self, starts: int) -> Iterator[Column]:
        """Return numbers round by round, each once all links to it are taken back.

        What that takes has room in the table, which is not needed any more.
        """
        memory, rows = self._heads.view(np.int32), self._next_row
        left, order = memory[:rows], memory[rows : 2 * rows + 1]
        self._team.fill(left, 0)
        self._count_links(left)
        first = np.nonzero(left[:starts] == 0)[0]
        start, end = 0, len(first)
        order[:end] = first
        while start < end:
            yield order[start:end]
            start, end = end, self._leave_round(left, order, start, end)

    def _leave_round(self, left: Column, order: Column, start: int, end: int) -> int:
        """Put those in order that follow a round of positions; return where they end."""
        parts = [slice(at, min(at + ROUND, end)) for at in range(start, end, ROUND)]
        if self._team.threads == 1 or len(parts) == 1:
            return self._take_links(left, order, slice(start, end), order, end, shared=0)
        found = dict[int, Column]()

        def take(part: slice) -> None:
            # Most of this memory is never touched, and so never taken.
            following = np.empty((part.stop - part.start) * self._moves + 1, np.int32)
            size = self._take_links(left, order, part, following, 0, shared=1)
            found[part.start] = following[:size]

        for part in self._team.each(take, parts):
            following = found.pop(part.start)
            order[end : end + len(following)] = following
            end += len(following)
        return end

    def _take_links(
        self, left: Column, order: Column, part: slice, following: Column, size: int, shared: int
    ) -> int:
        near = np.empty(NEAR + self._moves + LANES, np.int32)
        given = (self.arrivals, self.links, left, order, part.start, part.stop, near)
        return int(self._kernels.take_links(*given, following, size, shared))

    def start_leaving(self, starts: int) -> Column:
        """Prepare to take arrivals back; return the numbers of starts at which none arrive."""
        self.stage = LEAVING
        return np.nonzero(self.arrivals[:starts] == 0)[0]
