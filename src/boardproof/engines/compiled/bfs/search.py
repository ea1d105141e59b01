"""Breadth-first enumeration by the generated kernels: layers that are proved, or all kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from time import process_time
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ....errors import RuleBroken
from ....limits import Limits
from ....packing.rank import Ranking, ranking_of
from ....statespace.goals import Enumeration
from ...hints import note, recall
from ...starts import random_start, starting_set
from ..kernels.constants import ARRIVING, KEEPING, LINKING
from ..kernels.intrinsics import BoardsOverlap, PlyNotUnique, TableCrowded, address_of
from .blocks import Block
from .visited import WORTH, BitVisited, Column, VisitedSet, marks_size, table_size
from .workers import LayerCounts

if TYPE_CHECKING:
    from ..engine import CompiledEngine

T = TypeVar("T")

#: Where plies grow by more than this, there are many more positions to come.
QUICKLY = 1.5
#: So many random games, of so many moves, may take so many seconds in all.
GAMES, MOVES, TRYING = 4, 40, 0.1
#: The hint that no simple key of a game's positions goes with one ply only.
PLIES_MIX = "plies_mix"
#: The hint that games can go round in a circle.
CIRCLES = "circles"


def enumerate_positions(
    engine: CompiledEngine, limits: Limits, threads: int = 1, ranked: bool = True
) -> Enumeration:
    """Count positions ply by ply."""
    return run_search(engine, limits, BreadthFirstSearch.count, threads, ranked)


def run_search(
    engine: CompiledEngine,
    limits: Limits,
    work: Callable[[BreadthFirstSearch], T],
    threads: int = 1,
    ranked: bool = True,
    symmetry: bool = True,
    linking: bool = True,
) -> T:
    """Work with a breadth-first search that forgets what it can.

    Most games tell the ply by what is on the board. Where a simple key of every position found goes
    with one ply only, no position has two plies, and a layer's table is forgotten once the layer is
    done. That is tried first; where it fails, all positions are kept, and the work starts anew.
    That it fails is noted for later runs. Unless that is not wanted, it is then kept too what moves
    lead to.
    """

    def keep_all() -> T:
        try:
            return work(engine.closed_search(limits, threads, symmetry, linking))
        except TableCrowded:
            return work(engine.closed_search(limits, threads, symmetry, linking, apart=False))

    if _plies_mix(engine):
        return keep_all()
    try:
        ranking = ranking_of(engine.layout) if ranked and engine.ranks else None
        return work(LayeredSearch(engine, limits, threads, ranking, symmetry))
    except BoardsOverlap:
        return run_search(engine, limits, work, threads, False, symmetry, linking)
    except PlyNotUnique:
        note(engine.rules, PLIES_MIX, True)
        return keep_all()


def _plies_mix(engine: CompiledEngine) -> bool:
    """Whether one grade is known to go with several plies, or some random games show it."""
    known = recall(engine.rules, PLIES_MIX)
    if known is None:
        known = _seen_to_mix(engine)
        note(engine.rules, PLIES_MIX, known)
    return known is True


def _seen_to_mix(engine: CompiledEngine) -> bool:
    """Whether positions of one grade come up after different numbers of moves in random games.

    Where a grade goes with one ply, each move leads to the next. So no code is made for nothing.
    """
    chance, end, moves_to = Random(1), process_time() + TRYING, dict[int, int]()
    with suppress(RuleBroken):
        for _ in range(GAMES):
            position = random_start(engine.rules, chance)
            for move in range(MOVES):
                grade = engine.program.grade.of(engine.layout.pack(position))
                if moves_to.setdefault(grade, move) != move:
                    return True
                following = engine.reference.successors(position)
                if not following or process_time() > end:
                    break
                _, position = chance.choice(following)
    return False


class BreadthFirstSearch(ABC):
    """One breadth-first search, by a pool of threads."""

    seen: VisitedSet
    #: Whether every position has one ply only.
    graded: bool

    def __init__(
        self, engine: CompiledEngine, limits: Limits, threads: int, symmetry: bool = True
    ) -> None:
        self.engine, self.limits = engine, limits
        self.pool = engine.new_pool(limits, threads, symmetry)
        self.starts = self._starts()
        self.tally = np.zeros(engine.results, np.int64)
        self.by_ply: list[int] = []
        self.classes: list[int] = []
        self.total = len(self.starts[0])
        self.moves = self.stuck = 0
        self.shortest: int | None = None

    def count(self) -> Enumeration:
        """Search to the end, and put the answer together."""
        with self.pool:
            for _ in self.layers():
                pass
            longest = self.longest()
        return Enumeration(
            positions=sum(self.by_ply),
            moves=self.moves,
            by_ply=self.by_ply,
            over=self.engine.ended(self.tally),
            stuck=self.stuck,
            longest=longest,
            shortest=self.shortest,
            classes=self.total,
            symmetries=self.engine.canonical.symmetries if self.pool.alike else 1,
        )

    def layers(self) -> Iterator[list[Block]]:
        """Return the positions of each ply, and then expand them; their memory is used again."""
        frontier = self.first_blocks()
        while frontier:
            yield frontier
            frontier = self._layer(frontier)

    def first_blocks(self) -> list[Block]:
        """Return the blocks of the positions that games start from."""
        return self.pool.blocks_of(self.starts)

    def _starts(self) -> list[Column]:
        """Return the words of the positions that games start from, one for each class of alike."""
        engine = self.engine
        if not engine.rules.starts_anywhere:
            return [np.array([word]) for word in engine.pack(engine.initial())]
        columns = list(starting_set(engine.rules).packed)
        return engine.canonical.representatives(columns) if self.pool.alike else columns

    def _layer(self, frontier: list[Block]) -> list[Block]:
        """Expand one ply; give the positions of the next."""
        ply, size = len(self.by_ply), sum(block.count for block in frontier)
        self.classes.append(size)
        self.begin(size)
        counts, found = self.pool.expand(
            frontier, self.seen, ply, lambda new: self.limits.report(ply + 1, self.total + new)
        )
        self._note(counts)
        self.limits.report(ply + 1, self.total)
        return found

    def _note(self, counts: LayerCounts) -> None:
        """Add up what was counted."""
        self.total += counts.new_positions
        self.by_ply.append(counts.positions)
        self.tally += counts.tally
        self.moves += counts.moves
        self.stuck += counts.stuck
        if self.shortest is None and self.tally.any():
            self.shortest = len(self.by_ply) - 1

    def _report_again(self, _: int) -> None:
        """Report that all positions are gone over once more."""
        self.limits.report(len(self.by_ply), self.total)

    @abstractmethod
    def begin(self, size: int) -> None:
        """Prepare to expand a ply with this number of positions."""

    @abstractmethod
    def longest(self) -> int | None:
        """Return the length of the longest game, None where games can go round in a circle."""


class LayeredSearch(BreadthFirstSearch):
    """A search that forgets each ply's positions, as long as none can come back."""

    graded = True

    def __init__(
        self,
        engine: CompiledEngine,
        limits: Limits,
        threads: int,
        ranking: Ranking | None,
        symmetry: bool = True,
    ) -> None:
        super().__init__(engine, limits, threads, symmetry)
        self._ranking = ranking
        self.seen: VisitedSet = self.pool.layer_table()

    def begin(self, size: int) -> None:
        """Foresee what the ply leads to; go over to marks once they are worth their memory."""
        growth = size / self.classes[-2] if len(self.classes) > 1 else 4.0
        expected = int(1.1 * size * growth)
        if self._ranking and 8 * WORTH * table_size(expected) >= marks_size(self._ranking.size):
            if self.limits.has_room(marks_size(self._ranking.size)):
                ranks = address_of(self.engine.machine.rank_block, self.engine.layout.words)
                self.seen = BitVisited(self._ranking.size, ranks)
            self._ranking = None
        self.seen.begin(expected)

    def longest(self) -> int | None:
        """Return the last ply: every position has one only."""
        return len(self.by_ply) - 1


class ClosedSearch(BreadthFirstSearch):
    """A search that keeps all positions, and what moves lead to if that is wanted."""

    graded = False

    def __init__(
        self,
        engine: CompiledEngine,
        limits: Limits,
        threads: int,
        symmetry: bool = True,
        linking: bool = True,
        apart: bool = True,
    ) -> None:
        super().__init__(engine, limits, threads, symmetry)
        # Where games are known to circle few positions are taken, and links are not worth their
        # memory.
        stage = ARRIVING if recall(engine.rules, CIRCLES) is True else LINKING
        self.seen = self.whole = self.pool.kept_table(stage if linking else KEEPING, apart)
        self._first = self.whole.add(self.starts)

    def first_blocks(self) -> list[Block]:
        """Return the blocks of the positions that games start from."""
        return self._first

    def begin(self, size: int) -> None:
        """Foresee what the ply leads to, and the next where plies grow fast."""
        growth = size / self.classes[-2] if len(self.classes) > 1 else 1.0
        self.seen.begin(int(size * growth * (2 if growth > QUICKLY else 1)))

    def longest(self) -> int | None:
        """Take positions once all moves into them are taken; some are left where games circle."""
        sizes = [len(numbers) for numbers in self._leaving()]
        if sum(sizes) < self.total:
            note(self.engine.rules, CIRCLES, True)
            return None
        return len(sizes) - 1

    def in_order(self) -> tuple[list[Column], list[int]]:
        """Return all positions wave by wave, and how many each wave has.

        Every move leads to a later wave, if that can be. Where games go round in a circle, waves
        are plies: most moves do.
        """
        rounds = list(self._leaving())
        waves = list(map(len, rounds))
        if sum(waves) < self.total:
            rounds = [np.arange(b.first, b.first + b.count) for b in self.whole.blocks]
            waves = self.classes
        order = np.concatenate(rounds)
        self.limits.require_memory(8 * len(self.whole.known) * len(order))
        return [column[order] for column in self.whole.known], waves

    def _leaving(self) -> Iterator[Column]:
        """Return the numbers of positions round by round, once all moves into them are taken."""
        starts = len(self.starts[0])
        if self.whole.linked:
            return self.whole.leave(starts)
        return self._leave(self.whole.start_leaving(starts))

    def _leave(self, numbers: Column) -> Iterator[Column]:
        """Expand all positions once more, where it is not known what moves lead to."""
        while len(numbers):
            yield numbers
            frontier = self.pool.blocks_of([column[numbers] for column in self.whole.known])
            _, blocks = self.pool.expand(frontier, self.whole, 0, self._report_again)
            numbers = np.concatenate([b.columns[0][: b.count] for b in blocks] or [numbers[:0]])
            for block in blocks:
                self.pool.blocks.give(block)


class RepeatedSearch(BreadthFirstSearch):
    """A search with all positions elsewhere, which goes over them again for the longest game."""

    graded = False

    @abstractmethod
    def leaving(self) -> Iterator[Sequence[Block]]:
        """Return positions round by round, each once all moves into it are taken."""

    def longest(self) -> int | None:
        """Take positions once all moves into them are taken; some are left where games circle."""
        sizes = [sum(block.count for block in blocks) for blocks in self.leaving()]
        return len(sizes) - 1 if sum(sizes) == self.total else None
