"""Breadth-first enumeration by the generated kernels: tables that grow, layers that are proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..contract import Enumeration
from ..watch import Watch
from .machine import Broken

if TYPE_CHECKING:
    from .engine import CompiledEngine

EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)
#: A table is at most so full; beyond, probing gets slow.
LOAD = 0.6
#: Positions expanded between two reports of progress.
BATCH = 1 << 20


def enumerate_positions(engine: CompiledEngine, watch: Watch) -> Enumeration:
    """Count positions ply by ply.

    Most games tell the ply by what is on the board. Where a simple key of every position found goes
    with one ply only, no position has two plies, and a layer's table is forgotten once the layer is
    done. That is tried first; where it fails, all positions are kept.
    """
    search = Search(engine, layered=True, watch=watch)
    if not search.run():
        search = Search(engine, layered=False, watch=watch)
        search.run()
    return search.count()


class Table:
    """An open-addressing hash table of packed positions."""

    def __init__(self, machine: Any, words: int, capacity: int) -> None:
        self._machine, self._words = machine, words
        self._memory = [np.full(capacity, EMPTY, np.uint64) for _ in range(words)]
        self.columns = self._memory

    @property
    def mask(self) -> np.uint64:
        """The bits of a place in the table."""
        return np.uint64(len(self.columns[0]) - 1)

    @property
    def bytes(self) -> int:
        """How much memory the table takes."""
        return sum(column.nbytes for column in self.columns)

    @property
    def limit(self) -> int:
        """How many positions the table takes before it must grow."""
        return int(len(self.columns[0]) * LOAD)

    def grow(self) -> None:
        """Double the table."""
        old, size = self.columns, 2 * len(self.columns[0])
        self._memory = [np.full(size, EMPTY, np.uint64) for _ in range(self._words)]
        self.columns = self._memory
        self._machine.rehash(*old, *self.columns, self.mask)

    def clear(self, expected: int) -> None:
        """Forget all positions; go on with as much of the memory as those expected need."""
        size = max(1 << 12, 1 << int(expected / LOAD).bit_length())
        if size > len(self._memory[0]):
            self._memory = [np.empty(size, np.uint64) for _ in range(self._words)]
        self.columns = [column[:size] for column in self._memory]
        self.columns[0].fill(EMPTY)


class Search:
    """One breadth-first search."""

    def __init__(self, engine: CompiledEngine, layered: bool, watch: Watch) -> None:
        self.engine, self.machine, self.layered = engine, engine.machine, layered
        self.watch = watch
        self.words = engine.layout.words
        self.tally = np.zeros(engine.results, np.int64)
        self.grade = np.full(engine.program.grades, -1, np.int32)
        self.at = np.zeros(1, np.int64)
        self._growth = 4.0  # how many positions the last layer led to, for each of its own
        self.by_ply: list[int] = []
        self.moves = self.stuck = 0
        self.shortest: int | None = None
        start = engine.pack(engine.initial())
        self.table = Table(self.machine, self.words, 1 << 12)
        self.frontier = [np.array([word], np.uint64) for word in start]
        self.all: list[list[np.ndarray[Any, Any]]] = []
        self.machine.insert(
            *start,
            self.machine.slot_of(*start, self.table.mask),
            self.table.mask,
            *self.table.columns,
        )
        self.machine.fits(self.grade, self.machine.grade_key(*start), 0)
        self.total = 1

    def run(self) -> bool:
        """Search to the end; False as soon as the layers turn out not to be told apart."""
        while len(self.frontier[0]):
            self.by_ply.append(len(self.frontier[0]))
            if not self.layered:
                self.all.append(self.frontier)
            before = int(self.tally.sum())
            graded = self._layer(len(self.by_ply))
            if self.layered and not graded:
                return False
            if self.shortest is None and self.tally.sum() > before:
                self.shortest = len(self.by_ply) - 1
        return True

    def _layer(self, ply: int) -> bool:
        size, done = len(self.frontier[0]), 0
        state = np.zeros(4, np.int64)
        state[3] = 1
        if self.layered:
            self.table.clear(int(1.1 * size * self._growth))
        kept = 0 if self.layered else self.total
        self.watch.room(8 * self.words * self._room(size))
        found = [np.empty(self._room(size), np.uint64) for _ in range(self.words)]
        while done < size:
            room = min(len(found[0]), self.table.limit - kept)
            done = self._expand(done, min(size, done + BATCH), room, found, state, ply)
            if self.layered and not state[3]:
                return False
            self.watch.report(ply, self.total + int(state[0]))
            if done < size:
                found = self._grown(found, kept, int(state[0]))
        self.frontier = [column[: state[0]].copy() for column in found]
        self._growth = int(state[0]) / size
        self.total += int(state[0])
        self.moves += int(state[1])
        self.stuck += int(state[2])
        return bool(state[3])

    def _room(self, size: int) -> int:
        return max(4096, 2 * size + 2 * len(self.engine.moves))

    def _grown(self, found: Any, kept: int, count: int) -> Any:
        """Make room for more, in the table and in the list of positions found."""
        margin = 4 * len(self.engine.moves) + 64
        while kept + count + margin > self.table.limit:
            self.watch.room(2 * self.table.bytes)
            self.table.grow()
        if count + margin > len(found[0]):
            self.watch.room(2 * sum(column.nbytes for column in found))
            found = [np.concatenate([column, np.empty(len(column), np.uint64)]) for column in found]
        return found

    def _expand(self, start: int, end: int, room: int, found: Any, state: Any, ply: int) -> int:
        try:
            return int(
                self.machine.expand(
                    *self.frontier, start, end, *self.table.columns, self.table.mask, room,
                    *found, state, self.tally, self.grade, ply, self.at,
                )
            )  # fmt: skip
        except Broken:
            self._explain()
            raise

    def _explain(self) -> None:
        """Let the reference engine say what is wrong with the position that was being expanded."""
        position = self.engine.unpack([column[self.at[0]] for column in self.frontier])
        self.engine._reference.successors(position)

    def longest(self) -> int | None:
        """Give the length of the longest game, None where games can go round in a circle."""
        if self.layered:
            return len(self.by_ply) - 1
        self.watch.room(4 * len(self.table.columns[0]))
        arrivals = np.zeros(len(self.table.columns[0]), np.int32)
        for frontier in self.all:
            self.machine.count_arrivals(
                *frontier, 0, len(frontier[0]), *self.table.columns, self.table.mask, arrivals
            )
        ready, taken, rounds = self.all[0], 1, 0
        if arrivals.any() and self._arrives(ready, arrivals):
            return None
        while True:
            room = [np.empty(self._most_ready(ready), np.uint64) for _ in range(self.words)]
            free = self.machine.release(
                *ready, len(ready[0]), *self.table.columns, self.table.mask, arrivals, *room
            )
            if not free:
                return rounds if taken == self.total else None
            ready, taken, rounds = (
                [column[:free].copy() for column in room],
                taken + free,
                rounds + 1,
            )

    def _most_ready(self, ready: Any) -> int:
        return min(self.total, len(ready[0]) * len(self.engine.moves)) + 1

    def _arrives(self, start: Any, arrivals: Any) -> bool:
        words = [column[0] for column in start]
        slot, _ = self.machine.insert(
            *words,
            self.machine.slot_of(*words, self.table.mask),
            self.table.mask,
            *self.table.columns,
        )
        return bool(arrivals[slot])

    def count(self) -> Enumeration:
        """Put the answer together."""
        return Enumeration(
            positions=self.total,
            moves=self.moves,
            by_ply=self.by_ply,
            over=self.engine.ended(self.tally),
            stuck=self.stuck,
            longest=self.longest(),
            shortest=self.shortest,
        )
