"""Expanding plies on the GPU: a block of positions at a time, as far as the table has room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import TooLarge
from ...limits import Limits
from ..compiled.bfs.blocks import Block
from ..compiled.bfs.team import ThreadTeam
from ..compiled.bfs.visited import Column, VisitedSet
from ..compiled.bfs.workers import LayerCounts
from ..compiled.kernels.constants import LAYERED, LEAVING
from ..compiled.kernels.intrinsics import PlyNotUnique, RuleFault
from .device import DeviceArray
from .hash_tables import DeviceKept, DeviceTable
from .kernels.constants import DONE, MOVES, NEW, POSITIONS, STATE, STUCK

if TYPE_CHECKING:
    from .engine import CudaEngine

#: The least part of what is left that a launch should expand; the table grows before it is less.
PART = 512
#: In so many launches a ply should be expanded, if this part of the free memory is enough for that.
FEW, SPARE = 3, 8
#: The least number that it should, and the most children in a block.
LEAST, MOST = 1 << 14, 1 << 28


class DevicePool:
    """The GPU as what expands the positions of a search."""

    def __init__(self, engine: CudaEngine, limits: Limits, symmetry: bool) -> None:
        self.engine, self.device, self.grid = engine, engine.device, engine.grid
        self.moves, self.results = engine.program.most_children, engine.results
        self.images = engine.images(limits.symmetry and symmetry)
        #: Whether one position stands for all that are alike.
        self.alike = self.images[0].size > 0
        self.alike_tables = [self.device.array(table) for table in self.images]
        self.grade = self.device.array(np.full(engine.program.grade.size, -1, np.int32))
        self.first, self.opening = engine.first
        self._limits, self._resident = limits, list[Block]()
        #: One thread tells the GPU what to do.
        self.team = ThreadTeam(1)
        #: The blocks that a kernel works on: they stay where they are.
        self.busy: list[Block] = []
        self.device.spill_by(self)

    def layer_table(self) -> DeviceTable:
        """Return a table of one ply's positions."""
        return DeviceTable(self.grid, self.device, self.engine.layout.words)

    def kept_table(self) -> DeviceKept:
        """Return a table that keeps all positions."""
        return DeviceKept(self.grid, self.device, self.engine.layout.words)

    def blocks_of(self, columns: Sequence[Column]) -> list[Block]:
        """Return blocks that have some positions."""
        size = len(columns[0])
        return [Block([self.device.array(column) for column in columns], size)] if size else []

    def expand(
        self, frontier: Sequence[Block], seen: VisitedSet, ply: int, report: Callable[[int], None]
    ) -> tuple[LayerCounts, list[Block]]:
        """Expand one ply; return what was counted, and the blocks of what was found."""
        tally = self.device.array(np.zeros(self.results, np.int64))
        job = _PlyJob(self, seen, ply, tally)
        for is_last in job.each_part(frontier):
            for block in frontier:
                self._fetch(block)
                while block.done < block.count:
                    job.expand(block)
                    report(job.new_positions)
                if is_last:
                    self._drop(block)
        moves, stuck, positions = (int(job.sums[at]) for at in (MOVES, STUCK, POSITIONS))
        counts = LayerCounts(job.new_positions, positions, moves, stuck, tally.copy_to_host())
        return counts, [block for block in job.found if block.count]

    def open_block(self, room: int) -> Block:
        """Return an empty block with room for some positions."""
        block = Block([self.device.empty(room) for _ in range(self.engine.layout.words)])
        self._resident.append(block)
        return block

    def _fetch(self, block: Block) -> None:
        """Bring a block into the GPU's memory."""
        self.busy = [block]
        block.columns = [self.device.array(column) for column in block.columns]
        if not any(block is one for one in self._resident):
            self._resident.append(block)

    def _drop(self, block: Block) -> None:
        """Forget a block that is done."""
        self._resident = [one for one in self._resident if one is not block]
        block.columns = []

    def spill(self) -> bool:
        """Move a block to this machine's memory; False where there is none to move."""
        for at, block in enumerate(self._resident):
            if not any(block is one for one in self.busy):
                self._limits.require_memory(8 * len(block.columns) * block.count)
                columns: list[DeviceArray] = list(block.columns)
                block.columns = [column[: block.count].copy_to_host() for column in columns]
                del self._resident[at]
                return True
        return False

    def run(
        self, kernel: str, block: Block, end: int, table: tuple[Any, ...], into: Sequence[Any],
        tally: Any, ply: int, stage: int, count: int = 0,
    ) -> Column:  # fmt: skip
        """Expand the positions of a block up to a row; return the sums, new positions counted on.

        Where a thread did not come to its end, a rule went wrong, or plies are not told apart.
        """
        state = np.zeros(STATE, np.int64)
        state[NEW] = count
        sums, begin = self.device.array(state), block.done
        self._launch(kernel, block, end, *table, *into, sums, tally, self.grade, ply, stage)
        counted: Column = sums.copy_to_host()
        if counted[DONE] != end - begin:
            self.explain(block.columns, begin, end)
        block.done = end
        return counted

    def _launch(self, kernel: str, block: Block, end: int, *rest: Any) -> None:
        begin = block.done
        arguments = (*block.columns, begin, end, *self.first, self.opening, *rest)
        try:
            self.device.launch(
                getattr(self.grid, kernel), end - begin, *arguments, *self.alike_tables
            )
        except (RuleFault, PlyNotUnique):  # the simulator lets it out
            self.explain(block.columns, begin, end)

    def explain(self, columns: Sequence[Any], begin: int, end: int) -> None:
        """Raise what is wrong with one of some positions."""
        finished = self.device.array(np.zeros(end, np.uint8))
        with suppress(RuleFault):  # the simulator lets it out
            self.device.launch(
                self.grid.finish_hashed, end - begin, *columns, begin, end, *self.first, finished
            )
        for row in np.nonzero(finished.copy_to_host()[begin:] == 0)[0] + begin:
            words = [column[int(row)] for column in columns]
            self.engine.reference.successors(self.engine.unpack(words))
            raise TooLarge("a position has more turns than a GPU's thread has room for")
        raise PlyNotUnique

    def __enter__(self) -> DevicePool:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave its memory to what still uses it."""


class _PlyJob:
    """One ply under way: what was counted, and the blocks that are filled."""

    def __init__(self, pool: DevicePool, seen: Any, ply: int, tally: Any) -> None:
        self._pool, self._seen, self._ply, self._tally = pool, seen, ply, tally
        self.sums = np.zeros(STATE, np.int64)
        self.new_positions = self._left = 0
        self.found: list[Block] = []

    def each_part(self, frontier: Sequence[Block]) -> Iterator[bool]:
        """Go over all that is to be expanded once for each part of the table."""
        for is_last in self._seen.each_part():
            self._left = sum(block.count for block in frontier)
            for block in frontier:
                block.done = 0
            yield is_last

    def expand(self, block: Block) -> None:
        """Expand as many positions of a block as the table and a block of children take."""
        pool, left = self._pool, block.count - block.done
        while (fits := self._fits()) < min(left, self._least()):
            self._make_room()
        into, size = self.found[-1], min(left, fits)
        pool.busy = [block, into]
        sums = pool.run(
            self._seen.kernel, block, block.done + size, self._seen.columns, into.columns,
            self._tally, -1 if self._seen.stage else self._ply, self._seen.stage, into.count,
        )  # fmt: skip
        new = int(sums[NEW]) - into.count
        self._seen.took(new)
        into.count += new
        self.new_positions += new
        self._left -= size
        self.sums += sums

    def _fits(self) -> int:
        """Return how many positions can be expanded, whatever they lead to."""
        if not self.found:
            return 0
        if self._seen.stage == LEAVING:  # each position leaves once, and there is room for all
            return self._left
        spare = len(self.found[-1].columns[0]) - self.found[-1].count
        return int(min(spare, self._seen.room) // self._pool.moves)

    def _least(self) -> int:
        """Return how many positions it should at least be."""
        return min(self._left, max(LEAST, -(-self._left // PART)))

    def _make_room(self) -> None:
        """Open a new block of children, and a larger table if need be."""
        least = self._pool.moves * self._least()
        while self._seen.room < least and self._seen.stage != LEAVING:
            self._seen.grow()
        wanted, spare = self._pool.moves * -(-self._left // FEW), self._pool.device.free // SPARE
        while self._seen.stage == LAYERED and self._seen.room < wanted:
            if self._seen.grown_bytes > spare:
                break
            self._seen.grow()
        room = min(self._seen.room, self._pool.moves * self._left)
        if self._seen.stage != LEAVING:
            room = min(room, max(least, MOST))
        self.found.append(self._pool.open_block(room))
