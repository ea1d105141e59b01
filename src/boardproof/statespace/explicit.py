"""The map that is made by asking an engine for one position's moves at a time: the meaning."""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from ..engines.plain.base import PlainEngine
from ..limits import Limits
from ..positions.position import Position
from ..rules.domains import Player
from .base import Attractor, StateSpace
from .goals import Aim, Goal
from .graph import StateGraph, TooMany

Numbers = frozenset[int]

#: To look beyond a depth, maps of so many positions are made.
LARGE = 6_500

#: What the outcome of a position is called that is not over and has no legal move.
STUCK = "stuck"


class ExplicitAttractor(Attractor):
    """Where a goal can be forced, with the distance of each position."""

    def __init__(self, graph: StateGraph, ranks: dict[int, int]) -> None:
        self._graph, self._ranks = graph, ranks
        self.states: Numbers = frozenset(ranks)

    def rank(self, position: Position) -> int | None:
        """Say how many moves it takes at the most, None where the goal cannot be forced."""
        number = self._graph.number(position)
        return None if number is None else self._ranks.get(number)


class ExplicitStateSpace(StateSpace):
    """Keeps sets as numbers of positions.

    >>> from boardproof.engines.plain.reference import ReferenceEngine
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> states = ExplicitStateSpace(ReferenceEngine(read(Diagonals())))
    >>> states.positions, states.count(states.where(Aim(results=frozenset({"A wins"}))))
    (33, 4)
    """

    engine: PlainEngine

    def __init__(
        self,
        engine: PlainEngine,
        limits: Limits | None = None,
        depth: int | None = None,
        most: int | None = None,
    ) -> None:
        self.engine = engine
        self.graph = StateGraph(engine, limits, most, depth)
        self._positions, self._following = self.graph.positions, self.graph.following()
        self.plies = self.graph.by_ply
        self.complete = not self.graph.left

    @property
    def reachable(self) -> Numbers:
        """All of the map."""
        return frozenset(range(len(self._positions)))

    def where(self, aim: Aim) -> Numbers:
        """Give the positions that meet an aim."""
        if not aim.question:
            return self._such(lambda n: (self._outcomes[n] in aim.results) == aim.holds)
        given = dict(aim.arguments)
        return self._such(
            lambda n: self.engine.holds(self._positions[n], aim.question, **given) == aim.holds
        )

    def _such(self, test: Any) -> Numbers:
        return frozenset(number for number in range(len(self._positions)) if test(number))

    @cached_property
    def _outcomes(self) -> list[str]:
        """How each position has ended; nothing while the game goes on."""
        return [self._outcome(number) for number in range(len(self._positions))]

    def _outcome(self, number: int) -> str:
        if self._following[number]:
            return ""
        position = self._positions[number]
        result = self.engine.result(position)
        if result is not None:
            return str(result)
        return "" if self.engine.successors(position) else STUCK

    def count(self, states: Numbers) -> int:
        """Say how many positions a set has."""
        return len(states)

    def by_ply(self, states: Numbers) -> list[int]:
        """Say how many positions of a set are first reached at each ply."""
        found = Counter(self.graph.plies[number] for number in states)
        return [found[ply] for ply in range(len(self.plies))]

    def way_to(self, states: Numbers) -> list[Position] | None:
        """Give a shortest game into a set, position by position; None where none gets there."""
        if not states:
            return None
        way = [min(states)]  # numbers follow the order of breadth-first search
        while way[-1]:
            way.append(self._parents[way[-1]])
        return [self._positions[number] for number in reversed(way)]

    @cached_property
    def _parents(self) -> array[int]:
        found = array("i", [-1]) * len(self._positions)
        for number, targets in enumerate(self._following):
            for target in targets:
                if found[target] < 0 and target > number:
                    found[target] = number
        return found

    def each(self, states: Numbers) -> Iterator[Position]:
        """Give the positions of a set one by one, always in the same order."""
        return (self._positions[number] for number in sorted(states))

    def sample(self, states: Numbers, chance: Random) -> Position:
        """Pick a position of a set, each as likely as any other."""
        return self._positions[chance.choice(sorted(states))]

    def has(self, states: Numbers, position: Position) -> bool:
        """Say whether a position is in a set."""
        return self.graph.number(position) in states

    def only(self, position: Position) -> Numbers:
        """Give the set of one position of the map."""
        number = self.graph.number(position)
        return frozenset() if number is None else frozenset([number])

    def breaking(self, step: str, choices: Sequence[tuple[Any, ...]]) -> Numbers:
        """Give the positions from which some move breaks a `step`, for some arguments."""
        here, compare = self._positions, self.engine.compare
        return self._such(
            lambda n: any(
                not compare(here[n], here[target], step, *arguments)
                for target in self._following[n]
                for arguments in choices
            )
        )

    # -- games ------------------------------------------------------------------------------

    @cached_property
    def _sources(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self._positions]
        for number, targets in enumerate(self._following):
            for target in targets:
                found[target].append(number)
        return found

    @cached_property
    def _movers(self) -> list[Player | None]:
        return [self.engine.player_to_move(position) for position in self._positions]

    def reach(self, goal: Goal) -> ExplicitAttractor:
        """Say where a goal can be forced.

        A position of the others waits until all its moves are known to lead there.
        """
        kept = self.reachable if goal.keep is None else self.where(goal.keep)
        ranks = dict.fromkeys(sorted(self.where(goal.aim)), 0)
        waiting = [len(targets) for targets in self._following]
        ahead = deque(ranks)
        while ahead:
            target = ahead.popleft()
            for source in self._sources[target]:
                waiting[source] -= 1
                ready = self._movers[source] in goal.who or waiting[source] == 0
                if ready and source in kept and source not in ranks:
                    ranks[source] = ranks[target] + 1
                    ahead.append(source)
        return ExplicitAttractor(self.graph, ranks)

    def lasting(self) -> tuple[Numbers, int]:
        """Give the positions from which a game can go on for ever, and the longest that ends."""
        open_moves = [len(targets) for targets in self._following]
        ending = [number for number, moves in enumerate(open_moves) if not moves]
        length = dict.fromkeys(ending, 0)
        for target in ending:
            for source in self._sources[target]:
                open_moves[source] -= 1
                if not open_moves[source]:
                    length[source] = length[target] + 1  # its longest way was taken last
                    ending.append(source)
        return self.reachable - frozenset(ending), max(length.values(), default=0)

    def first_beyond(self, aim: Aim) -> int | None:
        """Give the least ply beyond the depth at which an aim is met, None where that is unknown.

        The map is made anew, ply by ply, while it stays small.
        """
        depth = len(self.plies) - 1
        while not self.complete:
            depth += 1
            try:
                further = ExplicitStateSpace(self.engine, None, depth, LARGE)
            except TooMany:
                return None
            met = further.way_to(further.where(aim))
            if met or further.complete:
                return len(met) - 1 if met else None
        return None
