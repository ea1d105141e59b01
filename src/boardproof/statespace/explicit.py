"""The state space whose positions are listed one by one: it defines what the others must answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from random import Random
from typing import Any

from ..errors import RuleBroken
from ..limits import Limits, TooMany
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player
from ..rules.results import Result
from ..rules.state import MapVariable, SubsetVariable
from .base import Attractor, Place, StateSpace
from .circles import Circles, Stratum
from .goals import Aim
from .graph import Adjacency, StateGraph, take_in_rounds
from .transition_system import RuleRunner

Numbers = frozenset[int]

#: The maximal number of positions of the spaces made to look beyond a depth.
LARGE = 6_500


class ExplicitStateSpace(StateSpace):
    """Keeps sets as numbers of positions.

    >>> from boardproof.engines.plain.reference import ReferenceEngine
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> space = ExplicitStateSpace(ReferenceEngine(read(Diagonals())))
    >>> space.positions, space.count(space.where(Aim(results=frozenset({"A wins"}))))
    (33, 4)
    """

    engine: RuleRunner
    empty: Numbers = frozenset()

    def __init__(
        self,
        engine: RuleRunner,
        limits: Limits | None = None,
        depth: int | None = None,
        most: int | None = None,
        audits: bool = False,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self.engine = engine
        self.graph = StateGraph(engine, limits, most, depth, audits=audits, enough=enough)
        self.plies, self.complete = self.graph.by_ply, self.graph.complete
        self.broken = self.graph.broken

    @cached_property
    def everything(self) -> Numbers:
        return frozenset(range(self.graph.size))

    @cached_property
    def layers(self) -> Sequence[Numbers]:
        """The positions first reached at each ply: numbers follow breadth-first search."""
        firsts = accumulate(self.graph.by_ply, initial=0)
        return [frozenset(range(first, after)) for first, after in pairwise(firsts)]

    def singleton(self, position: Position) -> Numbers:
        number = self.graph.number(position)
        return frozenset() if number is None else frozenset([number])

    def count(self, states: Numbers) -> int:
        return len(states)

    def by_ply(self, states: Numbers) -> list[int]:
        counts = Counter(self.graph.plies[number] for number in states)
        return [counts[ply] for ply in range(len(self.plies))]

    def each(self, states: Numbers) -> Iterator[Position]:
        return (self.graph.positions[number] for number in sorted(states))

    def sample(self, states: Numbers, chance: Random) -> Position:
        return self.graph.positions[chance.choice(sorted(states))]

    # -- what the rules say -----------------------------------------------------------------

    def split(
        self, states: Numbers, rule: str, engine: RuleRunner | None = None
    ) -> dict[Any, Numbers]:
        ask = (engine or self.engine).ask
        parts: dict[Any, list[int]] = {}
        for number in sorted(states):
            try:
                parts.setdefault(ask(self.graph.positions[number], rule), []).append(number)
            except RuleBroken:
                continue
        return {value: frozenset(numbers) for value, numbers in parts.items()}

    def answered(self, aim: Aim) -> Numbers:
        given, here = dict(aim.arguments), self.graph.positions
        return self._filter(lambda n: self.engine.holds(here[n], aim.question, **given))

    def _filter(self, test: Callable[[int], bool]) -> Numbers:
        return frozenset(number for number in range(self.graph.size) if test(number))

    def breaking(self, step: str, choices: Sequence[tuple[Any, ...]]) -> Numbers:
        here, compare = self.graph.positions, self.engine.compare
        return self._filter(
            lambda n: any(
                not compare(here[n], here[target], step, *arguments)
                for target in self.graph.targets[n]
                for arguments in choices
            )
        )

    @property
    def _unexpanded(self) -> range:
        return range(self.graph.expanded, self.graph.size)

    @cached_property
    def results(self) -> dict[Result, Numbers]:
        """The positions that are over, by result; the search has seen most of them."""
        parts: dict[Result, list[int]] = {}
        for number, result in self.graph.results.items():
            parts.setdefault(result, []).append(number)
        for number in self._unexpanded:
            if (last := self.engine.result(self.graph.positions[number])) is not None:
                parts.setdefault(last, []).append(number)
        return {result: frozenset(numbers) for result, numbers in parts.items()}

    @cached_property
    def going(self) -> Numbers:
        return self.everything.difference(*self.results.values())

    @cached_property
    def stuck(self) -> Numbers:
        last = self.going.intersection(self._unexpanded)
        blocked = [n for n in last if not self.engine.successors(self.graph.positions[n])]
        return frozenset(self.graph.stuck).union(blocked)

    @property
    def legal_moves(self) -> set[Move]:
        return set(self.graph.legal.values())

    # -- values -----------------------------------------------------------------------------

    def combinations(self, variables: Sequence[str]) -> set[tuple[Any, ...]]:
        at = [list(self.rules.game.variables).index(name) for name in variables]
        return {tuple(position.values[index] for index in at) for position in self.graph.positions}

    def values(self) -> dict[Place, set[Any]]:
        places: dict[Place, set[Any]] = {}
        for name, variable in self.rules.game.variables.items():
            values = [value for (value,) in self.combinations([name])]
            if isinstance(variable, MapVariable):
                places.update({(name, k): {v[k] for v in values} for k in variable.domain})
            elif isinstance(variable, SubsetVariable):
                places.update({(name, e): {e in v for v in values} for e in variable.domain})
            else:
                places[name,] = set(values)
        return places

    # -- moves ------------------------------------------------------------------------------

    def after(self, states: Numbers) -> Numbers:
        return self._joined(self.graph.targets, states) & self.everything

    def before(self, states: Numbers, within: Numbers | None = None) -> Numbers:
        sources = self._joined(self.graph.sources, states)
        return sources if within is None else sources & within

    def _joined(self, moves: Adjacency, states: Numbers) -> Numbers:
        return frozenset(end for number in states for end in moves[number])

    @cached_property
    def _lasting(self) -> tuple[Numbers, int]:
        rest, rounds = self.graph.peel(self.interior)
        return frozenset(rest), max(rounds - 1, 0)

    def attractor(
        self, who: frozenset[Player], target: Numbers, keep: Numbers | None = None
    ) -> Attractor:
        """Return from where these players can force a target, through positions of `keep` only.

        A position of the others waits until all its moves are known to lead there.
        """
        kept = self.interior if keep is None else self.interior & keep
        mine = self.moved_by(who)
        waiting = [0] * len(self.graph.plies)
        for number in kept - target:
            waiting[number] = 1 if number in mine else len(self.graph.targets[number])
        rings = take_in_rounds(target, self.graph.sources, waiting)
        return Attractor(self, [frozenset(ring) for ring in rings])

    def strata(self) -> Iterator[Stratum]:
        """Return the positions from which games can go on for ever, in strata by their worth."""
        for _, parts in groupby(Circles(self.engine, self.graph).parts, itemgetter(0)):
            yield [(said, frozenset(nodes)) for _, said, nodes in parts]

    def first_beyond(self, aim: Aim) -> int | None:
        """Return the least ply beyond the depth at which an aim is met, None if that is unknown.

        The space is made anew, ply by ply, while it stays small.
        """
        depth = len(self.plies) - 1
        while not self.complete:
            depth += 1
            try:
                further = ExplicitStateSpace(self.engine, None, depth, LARGE)
            except TooMany:
                return None
            path = further.path_to(further.where(aim))
            if path or further.complete:
                return len(path) - 1 if path else None
        return None
