"""Expanding plies that lie on disk: what is found goes there in runs, which are merged."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...limits import Limits
from ...packing.merge import merged
from ..compiled.bfs.blocks import Block
from ..compiled.bfs.parts import Parts
from ..compiled.bfs.visited import Column, VisitedSet
from ..compiled.bfs.workers import LayerCounts, LayerJob, Worker, WorkerPool
from ..folder import SearchFolder
from .hash_tables import BoundedArrivals, BoundedTable
from .ply_counts import PlyCounts
from .sorted_file import SortedFile, SortedWriter

if TYPE_CHECKING:
    from .engine import DiskEngine

#: So many runs are merged at once: each has a block in memory.
FAN = 32

#: Whether each of some positions that moves lead to belongs to the next layer.
Sieve = Callable[[Sequence[Column], Column], Column]


class StoredBlock(Block):
    """A block of a file: its positions are read when they are needed."""

    def __init__(self, file: SortedFile, block: int) -> None:
        self._file, self._block = file, block
        self.count = int(file.starts[block + 1] - file.starts[block])

    @property
    def columns(self) -> list[Column]:  # type: ignore[override]
        """The words of its positions."""
        if self._held is None:
            self._held = self._file.read(self._block)
        return self._held

    _held: list[Column] | None = None


class StoredLayer(Sequence[Block]):
    """The positions of a ply in a file, as blocks that hold nothing till they are looked into."""

    def __init__(self, file: SortedFile) -> None:
        self.file = file

    def __len__(self) -> int:
        return self.file.blocks

    def __getitem__(self, at: Any) -> Any:
        blocks = range(self.file.blocks)[at]
        if isinstance(blocks, int):
            return StoredBlock(self.file, blocks)
        return [StoredBlock(self.file, block) for block in blocks]


class SpillingWorker(Worker):
    """A worker that keeps no children: those in the table are all that count."""

    def room_for(self, moves: int) -> Block:
        """Return the block to fill, over and over again."""
        if self.filled and len(self.filled[0].columns[0]) - self.filled[0].count <= moves:
            self.filled[0].count = 0
        return super().room_for(moves)


class SpillingJob(LayerJob):
    """All workers at work on one ply, whose table goes to disk whenever it is full."""

    worker = SpillingWorker
    _pool: DiskPool
    _seen: Any

    def __init__(self, pool: DiskPool, todo: Sequence[Block], seen: VisitedSet, ply: int) -> None:
        super().__init__(pool, todo, seen, ply)
        self._runs: list[SortedFile] = []
        self._written = 0

    def _share_out(self, todo: Sequence[Block]) -> None:
        """Let each thread take blocks, which are read when they are taken."""
        self._todo = deque(todo)

    def _has_more(self, worker: Worker) -> bool:
        """Whether there is something for a worker to go over: a block that it takes, if need be."""
        if worker.goes_on:
            return True
        try:
            block = self._todo.popleft()
        except IndexError:
            return False
        worker.begin(Parts([block]))
        return True

    @property
    def _is_unfinished(self) -> bool:
        return bool(self._todo) or super()._is_unfinished

    def _give_back(self, part: int) -> None:
        """Keep nothing of what was read."""

    def _make_room(self) -> None:
        while self._seen.room <= 4 * self._pool.moves * len(self.workers):
            if self._seen.full:
                self._spill()
            else:
                self._seen.grow()

    def _spill(self) -> None:
        """Write what the table holds as a run, and clear it; merge where there are many runs."""
        self._runs.append(self._write([self._seen.drain()]))
        self._seen.clear()
        if len(self._runs) == FAN:
            run = self._write(merged(self._runs))
            self._remove_runs()
            self._runs = [run]

    def _write(self, parts: Iterable[list[Column]]) -> SortedFile:
        self._written += 1
        path = self._pool.folder / f"{self._written:03}.run"
        with SortedWriter(path, self._pool.words) as writer:
            for part in parts:
                writer.add(part)
            return writer.close()

    def children(self) -> Iterator[list[Column]]:
        """Yield what was found in order, a stretch at a time."""
        if not self._runs:
            yield self._seen.drain()
            return
        self._spill()
        yield from merged(self._runs)

    def close(self) -> None:
        """Remove the runs, and give the workers' blocks back."""
        self._remove_runs()
        for block in self.filled():
            self._pool.blocks.give(block)

    def _remove_runs(self) -> None:
        for run in self._runs:
            run.close()
            run.path.unlink(missing_ok=True)


class DiskPool(WorkerPool):
    """The threads of a search, and the folder that its plies lie in."""

    def __init__(
        self, engine: DiskEngine, limits: Limits, threads: int = 1, symmetry: bool = True
    ) -> None:
        super().__init__(engine, limits, threads, symmetry)
        self.words, self._engine = engine.layout.words, engine
        #: What may join the next layer, where moves may lead back; set by the search.
        self.sieve: Sieve | None = None

    def open(self, name: str) -> None:
        """Work in the folder of a search."""
        self.folder: SearchFolder = self._engine.search_folder(name)

    @property
    def _least(self) -> int:
        """How many positions a table must have room for: more than makes workers stop."""
        return 8 * self.moves * self.threads

    def layer_table(self) -> BoundedTable:
        """Return a table of one ply's positions."""
        self.open(f"plies-{'alike' if self.alike else 'each'}")
        return BoundedTable(self.kernels, self._words, self._limits, self.team, self._least)

    def arrivals_table(self) -> BoundedArrivals:
        """Return a table of what the moves of a ply lead to."""
        self.open(f"closed-{'alike' if self.alike else 'each'}")
        return BoundedArrivals(self.kernels, self._words, self._limits, self.team, self._least)

    def blocks_of(self, columns: Sequence[Column]) -> Any:
        """Return the first layer, which has some positions."""
        path = self.folder / "000.keys"
        if not path.exists():
            order = np.lexsort(columns)
            with SortedWriter(path, self.words) as writer:
                writer.add([column[order] for column in columns])
                writer.close()
        return self.layer(0)

    def layer(self, ply: int) -> Any:
        """Return the positions of a ply that is finished."""
        layer = StoredLayer(SortedFile(self.folder / f"{ply:03}.keys"))
        return layer if layer.file.rows else []

    def expand(
        self, frontier: Sequence[Block], seen: Any, ply: int, report: Callable[[int], None]
    ) -> tuple[LayerCounts, Any]:
        """Expand one ply, unless that was done; return what was counted, and the next layer."""
        counted = self.folder.read(f"{ply:03}.done", PlyCounts)
        if counted is None:
            counted = self._expand(frontier, seen, ply, report)
        else:
            self.grade[counted.grades] = ply
        more = (counted.new_positions, counted.positions, counted.moves, counted.stuck)
        return LayerCounts(*more, np.array(counted.tally, np.int64)), self.layer(ply + 1)

    def _expand(
        self, frontier: Sequence[Block], seen: Any, ply: int, report: Callable[[int], None]
    ) -> PlyCounts:
        job = SpillingJob(self, frontier, seen, ply)
        try:
            job.run(report)
            rows = self.write(job.children(), ply)
        finally:
            job.close()
        done = self.counted(job, rows, ply)
        self.folder.note(f"{ply:03}.done", done)
        return done

    def counted(self, job: LayerJob, rows: int, ply: int) -> PlyCounts:
        """Return what expanding a ply counted, and that so many positions are new."""
        counts = job.counts()
        return PlyCounts(
            new_positions=rows,
            positions=counts.positions,
            moves=counts.moves,
            stuck=counts.stuck,
            tally=counts.tally.tolist(),
            grades=np.flatnonzero(self.grade == ply).tolist(),
        )

    def write(self, children: Iterator[list[Column]], ply: int) -> int:
        """Write the next layer; return how many positions it has."""
        with SortedWriter(self.folder / f"{ply + 1:03}.keys", self.words) as writer:
            if self.sieve is None:
                for part in children:
                    writer.add(part)
            else:
                self._sift(children, self.sieve, writer, ply)
            return writer.close().rows

    def _sift(
        self, children: Iterator[list[Column]], sieve: Sieve, writer: SortedWriter, ply: int
    ) -> None:
        """Write all children with their arrivals, and those that are let through as a layer."""
        with SortedWriter(self.folder / f"{ply:03}.arrivals", self.words) as arrivals:
            for *keys, counts in children:
                arrivals.add([*keys, counts])
                through = sieve(keys, counts)
                writer.add([key[through] for key in keys])
            arrivals.close()
