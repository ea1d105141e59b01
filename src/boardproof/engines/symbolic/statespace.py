"""The state space whose sets are decision diagrams: layers forward, preimages backward."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from ...analysis.coverage import Coverage
from ...errors import RuleBroken, TooLarge
from ...ir.rules import Rules
from ...limits import Limits
from ...positions.moves import Move
from ...positions.notation import read_position
from ...positions.position import Position
from ...rules.results import Result
from ...statespace.base import Place, StateSpace, join_by_words
from ...statespace.goals import Aim
from ...statespace.transition_system import TransitionSystem
from .bdd.manager import Diagram
from .bdd.slots import Coder
from .bdd.state_set import StateSet
from .eval.coverage import SymbolicCoverage
from .eval.encoding import all_places
from .position_sets import PositionSets
from .transition.relation import TransitionBuilder

if TYPE_CHECKING:
    from .engine import SymbolicEngine


class DiagramsTooLarge(TooLarge):
    """Diagrams do not pay for this game: they are too much work for the positions there are."""


#: Plies beyond a depth are looked at while all have no more nodes than this.
FEW_NODES = 200_000
#: The maximal number of positions searched one by one for a move that leaves the space.
FEW_POSITIONS = 20


class SymbolicStateSpace(StateSpace):
    """Keeps sets as diagrams.

    >>> from boardproof.engines.symbolic.engine import SymbolicEngine
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> space = SymbolicStateSpace(SymbolicEngine(read(Diagonals())))
    >>> space.positions, space.count(space.where(Aim(results=frozenset({"A wins"}))))
    (33, 4)
    """

    engine: SymbolicEngine
    everything: StateSet
    empty: StateSet

    def __init__(
        self,
        engine: SymbolicEngine,
        limits: Limits | None = None,
        depth: int | None = None,
        work: int | None = None,
        enough: Callable[[SymbolicStateSpace], bool] | None = None,
        audits: bool = False,
        observer: Coverage | None = None,
    ) -> None:
        """Search layer by layer, up to a depth or until it is `enough`.

        With `work`, a game is refused whose moves make more nodes than that. A search that `audits`
        keeps a rule that goes wrong as `broken`. What the rules are asked is noted by `observer`.
        """
        self.engine, self._limits, self._observer = engine, limits or Limits(), observer
        self.sets = (
            engine.positions
            if work is None
            else PositionSets(engine.rules, self._limits.free // 2, self._limits.threads, work)
        )
        if work is not None and self.sets.intricate:
            identity = engine.rules.game.identity
            raise DiagramsTooLarge(f"the moves of {identity} make too large diagrams")
        self._layers: list[StateSet] = []
        self.plies: list[int] = []
        self.nodes = 0
        self.everything = self.empty = self.sets.space.empty
        self._ahead, self._beyond = self.sets.layers(), list[StateSet]()
        try:
            self.complete = self._search(depth, enough)
        except RuleBroken as failure:
            position = read_position(self.rules.game, failure.position)
            if not audits:
                failure.way = engine.move_names(self.path_to(self.singleton(position)) or [])
                raise
            self.complete = True
            self.broken = failure, position

    # -- searching --------------------------------------------------------------------------

    def _search(
        self, depth: int | None, enough: Callable[[SymbolicStateSpace], bool] | None
    ) -> bool:
        """Add layers; return whether these are all."""
        for layer in self._ahead:
            self._layers.append(layer)
            self.plies.append(layer.count)
            self.nodes += layer.nodes
            self.everything = self.everything | layer
            self._limits.report(len(self.plies) - 1, self.positions)
            if enough is not None and enough(self):
                return False
            if len(self.layers) - 1 == depth:
                return not self._goes_beyond()
        return True

    def _goes_beyond(self) -> bool:
        """Whether some move leads out of the space; the first few positions mostly tell."""
        going = self.sets.going(self.layers[-1])
        for position in islice(self.sets.each(going), FEW_POSITIONS):
            following = [target for _, target in self.engine.successors(position)]
            if not all(self.contains(self.everything, target) for target in following):
                return True
        return bool(self.sets.after(going) - self.everything)

    def first_beyond(self, aim: Aim) -> int | None:
        if not aim.question:
            return None
        for ply, layer in enumerate(self._plies_beyond(), len(self.layers)):
            met = self._answered(aim, layer)
            if met if aim.holds else layer - met:
                return ply
        return None

    def _plies_beyond(self) -> Iterator[StateSet]:
        """Return the plies beyond the depth, those searched before first."""
        yield from self._beyond
        while self.nodes + sum(layer.nodes for layer in self._beyond) < FEW_NODES:
            layer = next(self._ahead, None)
            if layer is None:
                return
            self._beyond.append(layer)
            yield layer

    # -- sets -------------------------------------------------------------------------------

    @property
    def layers(self) -> Sequence[StateSet]:
        return self._layers

    def singleton(self, position: Position) -> StateSet:
        return self.sets.singleton(position) & self.everything

    def count(self, states: StateSet) -> int:
        return states.count

    def by_ply(self, states: StateSet) -> list[int]:
        return [(layer & states).count for layer in self.layers]

    def each(self, states: StateSet) -> Iterator[Position]:
        for layer in self.layers:
            yield from self.sets.each(layer & states)

    def sample(self, states: StateSet, chance: Random) -> Position:
        return self.sets.sample(states, chance)

    # -- what the rules say -----------------------------------------------------------------

    def _builder(self, rules: Rules, coder: Coder) -> TransitionBuilder:
        """Return what runs rules; those of the space are observed, if anybody observes."""
        if self._observer is None or rules is not self.rules:
            return TransitionBuilder(rules, coder)
        return TransitionBuilder(rules, coder, partial(SymbolicCoverage, self._observer))

    def split(
        self, states: StateSet, rule: str, engine: TransitionSystem | None = None
    ) -> dict[Any, StateSet]:
        rules = self.rules if engine is None else engine.rules

        def work(coder: Coder) -> dict[Any, Diagram]:
            runner = self._builder(rules, coder).narrow_runner({}, states.diagram)
            answer = runner.as_cases(runner.run(rule))
            parts = {value: where & states.diagram for value, where in answer.of.items()}
            return {value: part for value, part in parts.items() if part.satisfiable()}

        parts = self.sets.space.run(work)
        return {value: StateSet(states.space, part) for value, part in parts.items()}

    def answered(self, aim: Aim) -> StateSet:
        met: StateSet = self.union(self._answered(aim, layer) for layer in self.layers)
        return met

    def _answered(self, aim: Aim, layer: StateSet) -> StateSet:
        arguments = tuple(value for _, value in aim.arguments)
        met, broken = self.sets.answered(aim.question, arguments, layer)
        if broken:  # let the rule itself say what goes wrong
            self.engine.holds(next(self.sets.each(broken)), aim.question, **dict(aim.arguments))
        return met

    def breaking(self, step: str, choices: Sequence[tuple[Any, ...]]) -> StateSet:
        return self.sets.breaking(step, choices, self.interior)

    @cached_property
    def going(self) -> StateSet:
        going: StateSet = self.union(self.sets.going(layer) for layer in self.layers)
        return going

    @property
    def outcomes(self) -> dict[str, StateSet]:
        """The positions that are over, by the words of the result."""
        return join_by_words(self.endings)

    @cached_property
    def endings(self) -> dict[Result, StateSet]:
        """The positions that are over, by result, ending by ending: the rule is not run on them."""
        parts = [self.sets.ended(layer) for layer in self.layers]
        found = dict.fromkeys(result for part in parts for result in part)
        joined = {r: self.union(part.get(r, self.empty) for part in parts) for r in found}
        return {result: states for result, states in joined.items() if states}

    @cached_property
    def stuck(self) -> StateSet:
        if self.broken is not None:  # the search ended there: where moves lead to was not met
            wrong = self.singleton(self.broken[1])
            return self.going - self.sets.before(self.sets.everything) - wrong
        beyond = self.empty if self.complete else self.sets.after(self.layers[-1])
        return self.going - self.sets.before(self.everything | beyond)

    @cached_property
    def legal_moves(self) -> set[Move]:
        portions = self.layers if self.sets.intricate else [self.everything]
        return {move for portion in portions for move in self._legal(portion & self.going)}

    def _legal(self, going: StateSet) -> list[Move]:
        def work(coder: Coder) -> list[Move]:
            builder = self._builder(self.rules, coder)
            return [move for move in builder.moves if _is_legal(builder, move, going.diagram)]

        return self.sets.space.run(work)

    # -- values -----------------------------------------------------------------------------

    def _projection(self, variables: Sequence[str]) -> StateSet:
        """Return everything with all other variables at their first value."""
        slots = self.sets.space.slots
        others = [at for place, (at, _) in slots.at.items() if place[0] not in variables]

        def work(coder: Coder) -> Diagram:
            bits = [bit for at in others for bit in slots.bits_of(at)]
            left = coder.diagrams.exists(self.everything.diagram, coder.diagrams.cube(bits))
            for at in others:
                left = left & coder.codes(at)[0]
            return left

        return self.sets.space.set_of(work)

    def distinct(self, variables: Sequence[str]) -> int:
        return self._projection(variables).count

    def combinations(self, variables: Sequence[str]) -> set[tuple[Any, ...]]:
        positions = self.sets.each(self._projection(variables))
        return {tuple(position[name] for name in variables) for position in positions}

    def values(self) -> dict[Place, set[Any]]:
        def work(coder: Coder) -> dict[Place, set[Any]]:
            met = self.everything.diagram
            return {
                place: {v for v, w in coder.values(place).items() if (w & met).satisfiable()}
                for place in all_places(self.rules.game)
            }

        return self.sets.space.run(work)

    # -- moves ------------------------------------------------------------------------------

    def after(self, states: StateSet) -> StateSet:
        return self.sets.after(states) & self.everything

    def before(self, states: StateSet, within: StateSet | None = None) -> StateSet:
        self._limits.report(len(self.plies) - 1, self.positions)
        if within is None:
            return self.sets.before(states) & self.everything
        return self.sets.before_within(states, within)


def _is_legal(builder: TransitionBuilder, move: Move, live: Diagram) -> bool:
    """Whether a move is legal in any of some positions."""
    runner = builder.narrow_runner({}, live)
    runner.run(move.rule, move.arguments)
    return bool((live & ~runner.refused & ~runner.broken).satisfiable())
