"""The map whose sets are decision diagrams: layers forward, pre-images backward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from ...limits import Limits
from ...positions.position import Position
from ...statespace.base import Attractor, StateSpace
from ...statespace.explicit import STUCK
from ...statespace.goals import Aim, Goal
from .bdd.state_set import StateSet
from .position_sets import PositionSets

if TYPE_CHECKING:
    from .engine import SymbolicEngine


class DiagramsTooLarge(Exception):
    """Diagrams do not pay for this game: they have about as many nodes as there are positions."""


#: Before it is known that diagrams pay, the moves may make so many nodes,
LITTLE_WORK = 200_000
#: and the layers may have so many, unless there are so many positions to each.
FEW_NODES, PAYS = 200_000, 3
#: So many positions are looked at one by one for a move that leads beyond the map.
FEW_POSITIONS = 20


class SymbolicAttractor(Attractor):
    """Where a goal can be forced, with the set that is new at each distance."""

    def __init__(self, positions: PositionSets, rings: list[StateSet]) -> None:
        self._positions, self._rings = positions, rings
        self.states: StateSet = reduce(lambda a, b: a | b, rings)

    def rank(self, position: Position) -> int | None:
        """Say how many moves it takes at the most, None where the goal cannot be forced."""
        only = self._positions.only(position)
        return next((rank for rank, ring in enumerate(self._rings) if only <= ring), None)


class SymbolicStateSpace(StateSpace):
    """Keeps sets as diagrams.

    >>> from boardproof.engines.symbolic import SymbolicEngine
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> states = SymbolicStateSpace(SymbolicEngine(read(Diagonals())))
    >>> states.positions, states.count(states.where(Aim(results=frozenset({"A wins"}))))
    (33, 4)
    """

    engine: SymbolicEngine

    def __init__(
        self,
        engine: SymbolicEngine,
        limits: Limits | None = None,
        depth: int | None = None,
        trying: bool = False,
    ) -> None:
        self.engine = engine
        self.space = engine.positions
        if trying:
            self.space = PositionSets(engine.rules, work=LITTLE_WORK)
            if self.space.intricate:
                raise DiagramsTooLarge
        self._trying, self._limits = trying, limits or Limits()
        self.layers: list[StateSet] = []
        self.plies: list[int] = []
        self._beyond: list[StateSet] = []
        self._nodes = 0
        self._union: tuple[int, StateSet] | None = None
        self._ahead = self.space.layers()
        while (depth is None or len(self.layers) <= depth) and self.deepen():
            pass
        self.complete = depth is None or len(self.layers) <= depth or not self._goes_beyond()

    def _goes_beyond(self) -> bool:
        """Say whether some move leads beyond the map; the first few positions mostly tell."""
        going = self.space.going(self.layers[-1])
        for position in islice(self.space.each(going), FEW_POSITIONS):
            after = [target for _, target in self.engine.successors(position)]
            if not all(self.space.has(self.reachable, target) for target in after):
                return True
        return bool(self.space.after(going) - self.reachable)

    def deepen(self) -> bool:
        """Look one ply further; say whether anything is there."""
        layer = next(self._ahead, None)
        if layer is None:
            return False
        self.layers.append(layer)
        self.plies.append(layer.count)
        self._nodes += layer.nodes
        self._limits.report(len(self.plies) - 1, self.positions)
        if self._trying and self._nodes > FEW_NODES and self.positions < PAYS * self._nodes:
            raise DiagramsTooLarge
        return True

    def first_beyond(self, aim: Aim) -> int | None:
        """Give the least ply beyond the depth at which an aim is met, None where that is unknown.

        What is looked for lies near, or it is not found: plies are looked at while that is cheap.
        The map stays as it is, for other questions are answered on it.
        """
        if not aim.question:
            return None
        for ply, layer in enumerate(self._plies_beyond(), len(self.layers)):
            met = self._answered(aim, layer)
            if met if aim.holds else layer - met:
                return ply
        return None

    def _plies_beyond(self) -> Iterator[StateSet]:
        """Give the plies beyond the depth, those first that were looked at before."""
        yield from self._beyond
        while self._nodes + sum(layer.nodes for layer in self._beyond) < FEW_NODES:
            layer = next(self._ahead, None)
            if layer is None:
                return
            self._beyond.append(layer)
            yield layer

    @property
    def reachable(self) -> StateSet:
        """All of the map."""
        if self._union is None or self._union[0] != len(self.layers):
            self._union = len(self.layers), self._joined(self.layers)
        return self._union[1]

    def _joined(self, sets: list[StateSet]) -> StateSet:
        return reduce(lambda a, b: a | b, sets, self.space.space.empty)

    def where(self, aim: Aim) -> StateSet:
        """Give the positions that meet an aim."""
        if aim.question:
            met = self._joined([self._answered(aim, layer) for layer in self.layers])
        else:
            none = self.space.space.empty
            met = self._joined([self._outcomes.get(word, none) for word in aim.results])
            met = met | (self.stuck if STUCK in aim.results else none)
        return met if aim.holds else self.reachable - met

    def _answered(self, aim: Aim, layer: StateSet) -> StateSet:
        arguments = tuple(value for _, value in aim.arguments)
        met, broken = self.space.answered(aim.question, arguments, layer)
        if broken:  # let the rule itself say what goes wrong
            self.engine.holds(next(self.space.each(broken)), aim.question, **dict(aim.arguments))
        return met

    @cached_property
    def _outcomes(self) -> dict[str, StateSet]:
        found: dict[str, StateSet] = {}
        for layer in self.layers:
            for result, states in self.space.ended(layer).items():
                found[result] = found[result] | states if result in found else states
        return found

    @cached_property
    def stuck(self) -> StateSet:
        """The positions that are not over and have no legal move."""
        going = self.space.going(self.reachable)
        if not self.complete:
            going = going - self.layers[-1] | self._last_stuck
        return going - self.space.before(self.space.after(going))

    @property
    def _last_stuck(self) -> StateSet:
        last = self.space.going(self.layers[-1])
        return last - self.space.before(self.space.after(last))

    def count(self, states: StateSet) -> int:
        """Say how many positions a set has."""
        return states.count

    def by_ply(self, states: StateSet) -> list[int]:
        """Say how many positions of a set are first reached at each ply."""
        return [(layer & states).count for layer in self.layers]

    def way_to(self, states: StateSet) -> list[Position] | None:
        """Give a shortest game into a set, position by position; None where none gets there."""
        for ply, layer in enumerate(self.layers):
            if layer & states:
                return self.space.way_back(self.layers[: ply + 1], layer & states)
        return None

    def each(self, states: StateSet) -> Iterator[Position]:
        """Give the positions of a set one by one, always in the same order: by ply."""
        for layer in self.layers:
            yield from self.space.each(layer & states)

    def sample(self, states: StateSet, chance: Random) -> Position:
        """Pick a position of a set, each as likely as any other."""
        return self.space.sample(states, chance)

    def has(self, states: StateSet, position: Position) -> bool:
        """Say whether a position is in a set."""
        return self.space.has(states, position)

    def only(self, position: Position) -> StateSet:
        """Give the set of one position of the map."""
        return self.space.only(position) & self.reachable

    def breaking(self, step: str, choices: Sequence[tuple[Any, ...]]) -> StateSet:
        """Give the positions from which some move breaks a `step`, for some arguments."""
        return self.space.breaking(step, choices, self._going)

    # -- games ------------------------------------------------------------------------------

    @cached_property
    def _going(self) -> StateSet:
        """The positions whose moves are known to the map."""
        inner = self.layers if self.complete else self.layers[:-1]
        return self._joined([self.space.going(layer) for layer in inner])

    def _before(self, states: StateSet) -> StateSet:
        return self.space.before(states) & self._going

    def reach(self, goal: Goal) -> SymbolicAttractor:
        """Say where a goal can be forced: rings grow until none is new.

        Of the others' positions those belong to it that have moves, and none that leads elsewhere.
        """
        kept = self._going if goal.keep is None else self._going & self.where(goal.keep)
        mine = self._joined([self.space.moved_by(player) for player in sorted(goal.who)])
        theirs = kept - mine
        theirs, mine = theirs & self._before(self.reachable), kept & mine
        rings = [self.where(goal.aim)]
        won = rings[0]
        while rings[-1]:
            gained = mine & self._before(rings[-1])
            gained = gained | ((theirs - won) - self._before(self.reachable - won))
            rings.append(gained - won)
            won = won | gained
        return SymbolicAttractor(self.space, rings)

    def lasting(self) -> tuple[StateSet, int]:
        """Give the positions from which a game can go on for ever, and the longest that ends."""
        left, moves = self._going, 0
        while left:
            kept = left & self._before(left)
            if kept == left:
                break
            left, moves = kept, moves + 1
        return left, moves
