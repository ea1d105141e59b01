"""A pool of threads that expand the positions of one ply between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from ....limits import Limits
from ..kernels.constants import END, FIRST_CHILD, PART, ROW, STATE
from ..kernels.intrinsics import RuleFault
from .blocks import Block, BlockPool, BlockSource
from .numbered import NumberedVisited
from .parts import LAST, NOTHING, Parts
from .rule_block import RuleBlock
from .team import ThreadTeam
from .visited import Column, LayerVisited, VisitedSet

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: Positions in a block; about so many a thread expands before it looks around.
BLOCK = 1 << 16
#: How often a thread looks around between two progress reports.
REPORT = 16


@dataclass(frozen=True)
class LayerCounts:
    """What expanding a ply counted: new classes of positions, and positions, endings, moves."""

    new_positions: int
    positions: int
    moves: int
    stuck: int
    tally: Column


class Worker:
    """What one thread has for itself: its counts, and the block it fills."""

    def __init__(self, results: int, blocks: BlockSource, rules: RuleBlock) -> None:
        self.rules = rules
        self.tally = np.zeros(results, np.int64)
        self.moves = self.stuck = self.new_positions = self.positions = 0
        self.state = np.zeros(STATE, np.int64)
        self.filled: list[Block] = []
        self._blocks = blocks
        self.parts = NOTHING

    def begin(self, parts: Parts) -> None:
        """Go over some parts, and take one after another."""
        self.state[[PART, ROW, END]] = 0
        self.parts = parts

    @property
    def goes_on(self) -> bool:
        """Whether there is more to go over: of a part that was begun, or one that nobody took."""
        return bool(self.state[ROW] < self.state[END]) or self.parts.left

    def room_for(self, moves: int) -> Block:
        """Return the block to fill, a new one where not even one position's moves fit any more."""
        if not self.filled or len(self.filled[-1].columns[0]) - self.filled[-1].count <= moves:
            self.filled.append(self._blocks.take())
        return self.filled[-1]

    def note(self, block: Block) -> int:
        """Add up what the kernel counted; give how many positions it found."""
        found, moves, stuck, positions = map(int, self.state[:4])
        new, block.count = found - block.count, found
        self.new_positions += new
        self.moves += moves
        self.positions += positions
        self.stuck += stuck
        return new


class LayerJob:
    """All workers at work on one ply."""

    #: What each thread works with.
    worker = Worker

    def __init__(self, pool: WorkerPool, todo: Sequence[Block], seen: VisitedSet, ply: int) -> None:
        self._pool, self._seen, self._ply = pool, seen, ply
        self._stopped = False
        self._lock = Lock()
        self._blocks: BlockSource = seen.rows or pool.blocks
        rules = pool.rules[: pool.team.worthwhile(sum(block.count for block in todo))]
        self.workers = [self.worker(pool.results, self._blocks, one) for one in rules]
        self._share_out(todo)

    def _share_out(self, todo: Sequence[Block]) -> None:
        """Make parts of all positions, for all threads to take."""
        self._parts = Parts(todo, self._pool.team)
        for worker in self.workers:
            worker.begin(self._parts)

    def _has_more(self, worker: Worker) -> bool:
        """Whether there is something for a worker to go over."""
        return worker.goes_on

    @property
    def new_positions(self) -> int:
        """How many positions were found so far."""
        return sum(worker.new_positions for worker in self.workers)

    def counts(self) -> LayerCounts:
        """Add up what all workers counted."""
        workers = self.workers
        return LayerCounts(
            self.new_positions,
            sum(worker.positions for worker in workers),
            sum(worker.moves for worker in workers),
            sum(worker.stuck for worker in workers),
            np.sum([worker.tally for worker in workers], axis=0),
        )

    def filled(self) -> list[Block]:
        """Return the blocks with what was found."""
        return [block for worker in self.workers for block in worker.filled if block.count]

    def run(self, report: Callable[[int], None]) -> None:
        """Expand everything."""
        while not self._stopped and self._is_unfinished:
            self._round(report)
            if not self._stopped and self._is_unfinished:
                self._make_room()
        self._give_back(LAST)
        for worker in self.workers:
            for block in worker.filled[-1:]:
                self._blocks.take_back(worker.state, block)

    @property
    def _is_unfinished(self) -> bool:
        return any(worker.goes_on for worker in self.workers)

    def _round(self, report: Callable[[int], None]) -> None:
        """Work until all is done, or the table is as full as it may be."""
        others: list[Future[None]] = []
        try:
            for worker in self.workers[1:]:
                others.append(self._pool.team.executor.submit(self._work, worker))
            self._work(self.workers[0], report)
            for other in others:
                other.result()
        finally:
            # Reached early when work was interrupted: the others stop after their blocks.
            self._stopped |= not all(other.done() for other in others)

    def _work(self, worker: Worker, report: Callable[[int], None] | None = None) -> None:
        """Take parts as long as there are any; what goes wrong stops the others too."""
        times = 0
        try:
            while not self._stopped and self._has_more(worker):
                if not self._expand(worker):
                    return
                times += 1
                if report and times % REPORT == 0:
                    report(self.new_positions)
        except BaseException:
            self._stopped = True
            raise

    def _expand(self, worker: Worker) -> bool:
        """Expand some parts; False when the table has no room for what they lead to."""
        moves = self._pool.moves
        with self._lock:
            into = worker.room_for(moves)
        granted = self._grant(worker, len(into.columns[0]) - into.count)
        if granted <= moves:
            self._return(granted)
            return False
        worker.state[:4] = into.count, 0, 0, 0
        worker.state[FIRST_CHILD] = into.first
        self._run_kernel(worker, into, into.count + granted)
        self._return(granted - worker.note(into))
        with self._lock:
            self._give_back(min(int(one.state[PART]) for one in self.workers))
        return True

    def _run_kernel(self, worker: Worker, into: Block, limit: int) -> None:
        pool, parts = self._pool, worker.parts
        try:
            getattr(pool.kernels, self._seen.kernel)(
                *worker.rules.arguments, parts.table, parts.taken, BLOCK,
                *self._seen.columns, *into.columns, limit, worker.state, worker.tally, pool.grade,
                self._ply, int(len(self.workers) > 1), *pool.images,
            )  # fmt: skip
        except RuleFault:
            worker.rules.explain()
            raise

    def _give_back(self, part: int) -> None:
        """Give back the blocks of which all parts come before one."""
        for block in self._parts.done_before(part):
            self._blocks.give(block)

    def _grant(self, worker: Worker, wanted: int) -> int:
        """Set room in the table apart for one worker, and leave some for the others."""
        with self._lock:
            self._blocks.lend(worker.state)
            room, threads = self._seen.room, len(self.workers)
            share = room if threads == 1 else max(room // (2 * threads), 4 * self._pool.moves)
            granted = max(0, min(wanted, share, room))
            self._seen.took(granted)
            return granted

    def _return(self, left: int) -> None:
        with self._lock:
            self._seen.took(-left)

    def _make_room(self) -> None:
        while self._seen.room <= 4 * self._pool.moves * len(self.workers):
            self._seen.grow()


class WorkerPool:
    """The threads of a search, and what they share."""

    def __init__(
        self, engine: CompiledEngine, limits: Limits, threads: int = 1, symmetry: bool = True
    ) -> None:
        self.kernels, self.threads, self._limits = engine.kernels, threads, limits
        self._words, self._bits = engine.layout.words, engine.layout.bits
        self.rules = [RuleBlock(engine) for _ in range(threads)]
        self.results, self.moves = engine.results, engine.program.most_children
        self.blocks = BlockPool(engine.layout.words, max(BLOCK, 4 * self.moves), limits)
        self.images = engine.images(limits.symmetry and symmetry)
        #: Whether one position stands for all that are alike.
        self.alike = self.images[0].size > 0
        # In one ply all threads write the same number, so none needs an array of its own.
        self.grade = np.full(engine.program.grade.size, -1, np.int32)
        self.team = ThreadTeam(threads)

    def layer_table(self) -> LayerVisited:
        """Return a table of one ply's positions."""
        return LayerVisited(self.kernels, self._words, self._limits, self.team)

    def kept_table(self, stage: int, apart: bool) -> NumberedVisited:
        """Return a table that keeps all positions, and what its stage says of moves."""
        return NumberedVisited(
            self.kernels, self._words, self._bits if apart else 64, self._limits,
            self.blocks.size, self.moves, stage, self.team,
        )  # fmt: skip

    def blocks_of(self, columns: Sequence[Column]) -> list[Block]:
        """Return blocks that have some positions."""
        blocks, size = [], self.blocks.size
        for first in range(0, len(columns[0]), size):
            block = self.blocks.take()
            block.count = len(columns[0][first : first + size])
            for into, column in zip(block.columns, columns, strict=True):
                into[: block.count] = column[first : first + size]
            blocks.append(block)
        return blocks

    def expand(
        self, frontier: Sequence[Block], seen: VisitedSet, ply: int, report: Callable[[int], None]
    ) -> tuple[LayerCounts, list[Block]]:
        """Expand one ply; return what was counted, and the blocks of what was found."""
        job = LayerJob(self, frontier, seen, ply)
        job.run(report)
        return job.counts(), job.filled()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.team.stop()
