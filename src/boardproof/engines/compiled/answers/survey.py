"""Surveys: which aims are met, at which ply, how often, and by which shortest way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ....errors import RuleBroken
from ....limits import Limits
from ....packing.columns import sorting_key
from ....positions.moves import Move
from ....statespace.goals import Aim, AimMatches, Survey
from ..bfs.blocks import Block
from ..bfs.search import BreadthFirstSearch, run_search
from ..bfs.team import ThreadTeam
from ..bfs.visited import Column
from .aims import Aims

if TYPE_CHECKING:
    from ..engine import CompiledEngine

T = TypeVar("T")
#: Each thread takes blocks so many times, but at most so many at once: they may lie on disk.
SHARES, BLOCKS = 4, 4
#: A position's ply, and its words.
Place = tuple[int, tuple[int, ...]]


def survey_positions(
    engine: CompiledEngine, aims: Sequence[Aim], limits: Limits, depth: int | None
) -> Survey:
    """Visit every reachable position, up to a depth if one is given, and test the aims on it.

    No layer is kept. Where aims are met, a second search keeps the layers before, which is not far
    where anything is met early, and the way is found from its end. Of the positions that meet an
    aim first, and of those that lead to one, the least is taken: so the way is always the same,
    whichever thread was where when.
    """
    tests = engine.new_aims(aims)

    def look(search: BreadthFirstSearch) -> SurveySearch:
        return SurveySearch(search, tests, depth).look()

    try:
        visit = _search(engine, limits, look, limits.threads)
    except RuleBroken:
        if limits.threads == 1:
            raise
        # Which position threads come to first on which a rule goes wrong is chance.
        visit = _search(engine, limits, look, 1)
    ways = PathFinder(engine, limits, visit.firsts).find()
    sights = [AimMatches(by_ply, way) for by_ply, way in zip(visit.by_aim(), ways, strict=True)]
    return Survey(visit.positions, visit.complete, sights)


def _search(
    engine: CompiledEngine, limits: Limits, work: Callable[[BreadthFirstSearch], T], threads: int
) -> T:
    """Work with a search that tells all positions apart, as what is asked may do."""
    return run_search(engine, limits, work, threads, symmetry=False, linking=False)


class SurveySearch:
    """One visit: what it counts at each ply, and the least position that meets each aim first."""

    def __init__(self, search: BreadthFirstSearch, aims: Aims, depth: int | None) -> None:
        self._search, self._aims, self._depth = search, aims, depth
        self._tallies: list[Column] = []
        self.firsts: list[Place | None] = [None] * len(aims.aims)
        self.positions, self.complete = 0, True
        self._noting = Lock()

    def look(self) -> SurveySearch:
        """Visit ply after ply."""
        with self._search.pool:
            for ply, blocks in enumerate(self._search.layers()):
                # Only expanding the last layer says that its positions are new, and the last.
                if self._depth is not None and ply > self._depth:
                    self.complete = False
                    break
                self._layer(ply, blocks)
        return self

    def _layer(self, ply: int, blocks: Sequence[Block]) -> None:
        self._tallies.append(np.zeros(len(self.firsts), np.int64))
        team = self._search.pool.team

        def look(some: slice) -> None:
            counted = self._aims.count(blocks[some])
            with self._noting:
                self._note(ply, *counted)

        self.positions += sum(block.count for block in blocks)
        step = min(BLOCKS, -(-len(blocks) // (SHARES * team.threads)))
        team.all(look, [slice(at, at + step) for at in range(0, len(blocks), step)])

    def _note(self, ply: int, tally: Column, least: Sequence[Column]) -> None:
        """Add what was counted, and keep the least positions of a ply."""
        self._tallies[ply] += tally
        for aim in np.nonzero(tally)[0]:
            words = tuple(int(column[aim]) for column in least)
            before = self.firsts[aim]
            if before is None or (before[0] == ply and sorting_key(words) < sorting_key(before[1])):
                self.firsts[aim] = ply, words

    def by_aim(self) -> list[list[int]]:
        """Return for each aim the counts of all plies."""
        return [[int(tally[aim]) for tally in self._tallies] for aim in range(len(self.firsts))]


class PathFinder:
    """Shortest ways to some positions, each with its ply: found backwards, from layer to layer."""

    def __init__(
        self, engine: CompiledEngine, limits: Limits, ends: Sequence[Place | None]
    ) -> None:
        self._engine, self._limits, self._team = engine, limits, ThreadTeam(limits.threads)
        self._at = list(ends)
        self._ways: list[list[Move] | None] = [None if end is None else [] for end in ends]

    def find(self) -> list[list[Move] | None]:
        """Return the way to each position, none where there is no position."""
        last = max((end[0] for end in self._at if end), default=0)
        layers = self._layers(last) if last else []
        for ply in range(last, 0, -1):
            self._step(ply, layers.pop())
        self._team.stop()
        return [way and way[::-1] for way in self._ways]

    def _layers(self, count: int) -> list[list[Column]]:
        """Keep the first plies of a search."""

        def keep(search: BreadthFirstSearch) -> list[list[Column]]:
            with search.pool:
                layers = islice(search.layers(), count)
                return [self._engine.keep_layer(blocks, self._limits) for blocks in layers]

        return _search(self._engine, self._limits, keep, self._limits.threads)

    def _step(self, ply: int, before: list[Column]) -> None:
        """Go one move back from every position of a ply."""
        here = [i for i, end in enumerate(self._at) if end and end[0] == ply]
        ends = sorted({self._words(i) for i in here})
        found = self._engine.find_sources(ends, before, self._team)
        sources = dict(zip(ends, found, strict=True))
        for i in here:
            source, way = sources[self._words(i)], self._ways[i]
            assert way is not None
            way.append(self._move(source, self._words(i)))
            self._at[i] = ply - 1, source

    def _words(self, which: int) -> tuple[int, ...]:
        end = self._at[which]
        assert end is not None
        return end[1]

    def _move(self, source: tuple[int, ...], end: tuple[int, ...]) -> Move:
        """Name the move that leads from one position to another."""
        following = self._engine.successors(self._engine.unpack(source))
        return next(move for move, after in following if self._engine.pack(after) == end)
