"""Explore: every reachable position, ply by ply."""

from __future__ import annotations

import resource
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable

from ..answers import Count
from ..engines.contract import Engine, make_engine
from ..engines.position import Position
from ..ir.rules import Rules

Progress = Callable[[int, int], None]


def explore(rules: Rules, engine: str = "reference", progress: Progress | None = None) -> Count:
    """Count a game's reachable positions, moves and endings.

    `progress` is told the ply and the positions found so far.

    >>> from boardproof import load
    >>> count = explore(load("tic-tac-toe"))
    >>> count.over, count.by_ply
    ({'A wins': 626, 'B wins': 316, 'draw': 16}, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78])
    """
    started = time.perf_counter()
    graph = StateGraph(make_engine(engine, rules), progress)
    return Count(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=engine,
        positions=len(graph.plies),
        moves=len(graph.targets),
        by_ply=graph.by_ply,
        over=dict(sorted(graph.over.items())),
        stuck=graph.stuck,
        longest=graph.longest(),
        shortest=graph.shortest,
        seconds=round(time.perf_counter() - started, 3),
        peak_memory_mb=peak_memory_mb(),
    )


def peak_memory_mb() -> float:
    """Give the most memory this process has used, in MiB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20, 1)


class StateGraph:
    """The reachable positions, numbered as breadth-first search finds them, and their moves."""

    def __init__(self, engine: Engine, progress: Progress | None = None) -> None:
        self._engine = engine
        self._numbers: dict[Position, int] = {}
        self.plies = array("i")
        self.targets = array("i")
        self._firsts = array("i")
        self.by_ply: list[int] = []
        self.over: Counter[str] = Counter()
        self.stuck = 0
        self.shortest: int | None = None
        self._search(progress)

    def _number(self, position: Position, ply: int) -> tuple[int, bool]:
        known = self._numbers.setdefault(position, len(self._numbers))
        new = known == len(self.plies)
        if new:
            self.plies.append(ply)
        return known, new

    def _search(self, progress: Progress | None) -> None:
        layer, ply = [self._engine.initial()], 0
        self._number(layer[0], 0)
        while layer:
            self.by_ply.append(len(layer))
            following: list[Position] = []
            for done, position in enumerate(layer):
                if progress and done % 1024 == 0:
                    progress(ply, len(self.plies))
                self._expand(position, ply, following)
            layer, ply = following, ply + 1

    def _expand(self, position: Position, ply: int, following: list[Position]) -> None:
        self._firsts.append(len(self.targets))
        moves = self._engine.successors(position)
        for _, target in moves:
            number, new = self._number(target, ply + 1)
            self.targets.append(number)
            if new:
                following.append(target)
        if not moves:
            self._close(position, ply)

    def _close(self, position: Position, ply: int) -> None:
        result = self._engine.result(position)
        if result is None:
            self.stuck += 1
            return
        self.over[str(result)] += 1
        if self.shortest is None:
            self.shortest = ply

    def longest(self) -> int | None:
        """Give the length of the longest game, None where games can go round in a circle.

        Positions are taken once all moves into them are; a circle leaves some that never are.
        """
        size = len(self.plies)
        firsts = [*self._firsts, len(self.targets)]
        waiting = array("i", bytes(4 * size))
        for target in self.targets:
            waiting[target] += 1
        length = array("i", bytes(4 * size))
        ready, taken = [0] if size and waiting[0] == 0 else [], 0
        while ready:
            source = ready.pop()
            taken += 1
            for target in self.targets[firsts[source] : firsts[source + 1]]:
                length[target] = max(length[target], length[source] + 1)
                waiting[target] -= 1
                if waiting[target] == 0:
                    ready.append(target)
        return max(length) if taken == size else None
