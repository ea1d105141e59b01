"""The state graph of a game, found by asking an engine for one position's moves at a time."""

from __future__ import annotations

from array import array
from collections import Counter
from functools import cached_property
from itertools import pairwise

from ..engines.contract import Engine, Enumeration
from ..limits import Limits
from ..positions.position import Position, check_game


class TooMany(Exception):
    """There are, or will be at the rate they grow, more positions than were asked for."""


def _foreseen(layer: list[Position], following: list[Position]) -> int:
    """Say how many positions the ply after the next will have if plies grow as they just did."""
    return len(following) * len(following) // len(layer)


class StateGraph:
    """The reachable positions, numbered as breadth-first search finds them, and their moves."""

    def __init__(
        self,
        engine: Engine,
        limits: Limits | None = None,
        most: int | None = None,
        depth: int | None = None,
        start: Position | None = None,
    ) -> None:
        self._engine, self._depth = engine, depth
        self._start = start or engine.initial()
        self._numbers: dict[Position, int] = {}
        self.plies = array("i")
        self.targets = array("i")
        self._firsts = array("i")
        self.by_ply: list[int] = []
        self.over: Counter[str] = Counter()
        self.stuck = 0
        self.shortest: int | None = None
        #: Positions whose moves were not taken in: they lie at the depth, and some lead beyond.
        self.left: list[Position] = []
        self._search(limits or Limits(), most)

    def _number(self, position: Position, ply: int) -> tuple[int, bool]:
        known = self._numbers.setdefault(position, len(self._numbers))
        new = known == len(self.plies)
        if new:
            self.plies.append(ply)
        return known, new

    def _search(self, limits: Limits, most: int | None) -> None:
        layer, ply = [self._start], 0
        self._number(layer[0], 0)
        while layer:
            self.by_ply.append(len(layer))
            if ply == self._depth:
                self._stop(layer, ply)
                return
            following: list[Position] = []
            for done, position in enumerate(layer):
                if done % 1024 == 0:
                    limits.report(ply, len(self.plies))
                self._expand(position, ply, following)
            if most is not None and len(self.plies) + _foreseen(layer, following) > most:
                raise TooMany
            layer, ply = following, ply + 1

    def _stop(self, layer: list[Position], ply: int) -> None:
        """End at a depth: the last moves are taken in if none of them leads beyond it."""
        beyond = (after for one in layer for _, after in self._engine.successors(one))
        if all(after in self._numbers for after in beyond):
            for position in layer:
                self._expand(position, ply, [])
        else:
            self._firsts.extend([len(self.targets)] * len(layer))
            self.left = layer

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

    @property
    def positions(self) -> list[Position]:
        """The positions by their numbers."""
        return list(self._numbers)

    def number(self, position: Position) -> int | None:
        """Give the number of a position, None where it was not reached."""
        check_game(position, self._start.game)
        return self._numbers.get(position)

    def following(self) -> list[array[int]]:
        """Give for each position the numbers of those that its moves lead to."""
        ends = [*self._firsts[1:], len(self.targets)]
        return [self.targets[a:b] for a, b in zip(self._firsts, ends, strict=True)]

    def degrees(self) -> list[int]:
        """Count the moves of each position."""
        firsts = [*self._firsts, len(self.targets)]
        return [after - first for first, after in pairwise(firsts)]

    @cached_property
    def sources(self) -> list[array[int]]:
        """For each position those that a move leads from; twice where two moves do."""
        found = [array("i") for _ in self.plies]
        for source, (first, after) in enumerate(pairwise([*self._firsts, len(self.targets)])):
            for target in self.targets[first:after]:
                found[target].append(source)
        return found

    @property
    def layered(self) -> bool:
        """Whether every move leads to the next ply, so that no position has two."""
        return all(
            self.plies[source] + 1 == self.plies[target]
            for target, sources in enumerate(self.sources)
            for source in sources
        )

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

    def enumeration(self) -> Enumeration:
        """Sum up the graph."""
        return Enumeration(
            positions=len(self.plies),
            moves=len(self.targets),
            by_ply=self.by_ply,
            over=dict(sorted(self.over.items())),
            stuck=self.stuck,
            longest=self.longest(),
            shortest=self.shortest,
        )
