"""A visit that keeps the reachable positions as decision diagrams, to be asked many things."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ...analysis.coverage import Coverage
from ...analysis.ending_cases import ending_cases
from ...errors import RuleBroken, TooLarge
from ...ir.rules import Rules
from ...limits import Limits
from ...positions.moves import Move
from ...positions.notation import read_position
from ...positions.position import Position
from ...rules.domains import Player
from ...rules.results import Result
from ...statespace.visit import Place
from .bdd.encoding import all_places
from .bdd.manager import Diagram
from .bdd.slots import Coder
from .bdd.state_set import StateSet
from .eval.coverage import CoverageTransitionBuilder
from .position_sets import PositionSets
from .transition.relation import WORK, TransitionBuilder

#: A visit stops when the positions met make a diagram of more nodes than this.
MOST_NODES = 250_000
#: Moves are handy when making each of them on all positions makes no more nodes than this.
HANDY = 300_000


class SymbolicVisit:
    """Visits positions layer by layer, as sets.

    >>> from boardproof.reading import read
    >>> from boardproof.rules import Win
    >>> from boardproof.rules.sample import Diagonals
    >>> visit = SymbolicVisit(read(Diagonals()))
    >>> len(visit.everything), visit.complete, len(visit.trace(visit.endings[Win("A")])) - 1
    (33, True, 3)
    """

    name = "symbolic"

    def __init__(
        self,
        rules: Rules,
        most: int = MOST_NODES,
        covering: bool = True,
        handy: bool = False,
        limits: Limits | None = None,
    ) -> None:
        """Visit; `handy` refuses a game whose moves would have to be run on each layer anew."""
        self.rules, self._limits = rules, limits or Limits()
        self._positions = PositionSets(rules, work=HANDY if handy else WORK)
        if handy and self._positions.intricate:
            raise TooLarge(f"the moves of {rules.game.identity} make too large diagrams")
        self._coverage = Coverage(rules) if covering else None
        self.broken: tuple[RuleBroken, Position] | None = None
        self._layers: list[StateSet] = []
        self.complete = self._search(most)
        self.plies = len(self._layers)
        self.everything = self._positions.space.empty
        for layer in self._layers:
            self.everything = self.everything | layer

    def _search(self, most: int) -> bool:
        seen = self._positions.space.empty
        try:
            for layer in self._positions.layers():
                self._layers.append(layer)
                seen = seen | layer
                self._limits.report(len(self._layers), seen.count)
                if seen.nodes > most:
                    return False
        except RuleBroken as broken:
            self.broken = broken, read_position(self.rules.game, broken.position)
        return True

    # -- what the rules say -----------------------------------------------------------------

    def _translator(self, rules: Rules, coder: Coder) -> TransitionBuilder:
        """Run rules of the game, and note what happens; other rules just run."""
        if self._coverage is None or rules is not self.rules:
            return TransitionBuilder(rules, coder)
        return CoverageTransitionBuilder(rules, coder, self._coverage)

    @cached_property
    def coverage(self) -> Coverage | None:
        """What of the rules happens anywhere."""
        if self._coverage is not None:
            _ = self.waiting, self.legal  # all rules of play are run for these
        return self._coverage

    def _split(self, rules: Rules, rule: str, states: StateSet) -> dict[Any, StateSet]:
        """Ask a rule of a set of positions, and split the set by its answers."""

        def work(coder: Coder) -> dict[Any, Diagram]:
            translator = self._translator(rules, coder)
            runner = translator.narrow_runner({}, states.diagram)
            answer = runner.as_cases(runner.run(rule))
            parts = {value: where & states.diagram for value, where in answer.of.items()}
            return {value: part for value, part in parts.items() if part.satisfiable()}

        found = self._positions.space.doing(work)
        return {value: StateSet(states.space, part) for value, part in found.items()}

    @cached_property
    def _results(self) -> dict[Result | None, StateSet]:
        return self._split(self.rules, "result", self.everything)

    @cached_property
    def endings(self) -> dict[Result, StateSet]:
        """The positions that are over, by result."""
        return {result: where for result, where in self._results.items() if result is not None}

    @cached_property
    def _going(self) -> StateSet:
        return self._results.get(None, self.empty)

    @cached_property
    def waiting(self) -> dict[Player, StateSet]:
        """The positions that are not over, by whose turn it is."""
        return self._split(self.rules, "to_move", self._going)

    @cached_property
    def alone(self) -> list[dict[Result, StateSet]]:
        """Where each test of `result` would end the game by itself, and how."""
        apart = ending_cases(self.rules)
        found = [self._split(apart.rules, name, self.everything) for name in apart.names]
        return [{r: where for r, where in one.items() if r is not None} for one in found]

    @cached_property
    def legal(self) -> set[Move]:
        """The moves that are legal anywhere."""
        return {move for going in self._portions() for move in self._legal(going)}

    def _portions(self) -> Iterator[StateSet]:
        """Give the positions that are not over, in portions on which rules can be run."""
        portions = self._layers if self._positions.intricate else [self.everything]
        return (portion & self._going for portion in portions)

    def _legal(self, going: StateSet) -> list[Move]:
        def work(coder: Coder) -> list[Move]:
            translator = self._translator(self.rules, coder)
            return [m for m in translator.moves if _is_legal(translator, m, going.diagram)]

        return self._positions.space.doing(work)

    @cached_property
    def stuck(self) -> StateSet:
        """The positions that are not over and have no legal move."""
        found = self._going - self._positions.before(self._positions.everything)
        return found if self.broken is None else found - self._positions.only(self.broken[1])

    # -- moves and ways ---------------------------------------------------------------------

    @property
    def empty(self) -> StateSet:
        """The region without positions."""
        return self._positions.space.empty

    def after(self, region: StateSet) -> StateSet:
        """Give the positions met that one move leads to from a region."""
        return self._positions.after(region) & self.everything

    def before(self, region: StateSet) -> StateSet:
        """Give the positions met from which one move leads into a region."""
        return self._positions.before(region) & self._going

    def has(self, region: StateSet, position: Position) -> bool:
        """Say whether a position is in a region."""
        return self._positions.has(region, position)

    def only(self, position: Position) -> StateSet:
        """Give the region of one position."""
        return self._positions.only(position)

    def trace(self, region: StateSet) -> list[Position]:
        """Give a shortest game into a region of positions met, position by position."""
        ply = next(ply for ply, layer in enumerate(self._layers) if layer & region)
        trace = [next(self._positions.each(self._layers[ply] & region))]
        for layer in reversed(self._layers[:ply]):
            earlier = self.before(self._positions.only(trace[-1])) & layer
            trace.append(next(self._positions.each(earlier)))
        return trace[::-1]

    # -- values -----------------------------------------------------------------------------

    def _forgetting(self, variables: Sequence[str]) -> StateSet:
        """Give all other variables their first value: what is left tells these apart."""
        slots = self._positions.space.slots
        others = [at for place, (at, _) in slots.at.items() if place[0] not in variables]

        def work(coder: Coder) -> Diagram:
            bits = [bit for at in others for bit in slots.bits_of(at)]
            found = coder.diagrams.exists(self.everything.diagram, coder.diagrams.cube(bits))
            for at in others:
                found = found & coder.codes(at)[0]
            return found

        return self._positions.space.set_of(work)

    def distinct(self, variables: Sequence[str]) -> int:
        """Count the values that some variables have at once."""
        return self._forgetting(variables).count

    def combinations(self, variables: Sequence[str]) -> set[tuple[Any, ...]]:
        """Give the values that some variables have at once, wherever they do."""
        found = self._positions.each(self._forgetting(variables))
        return {tuple(getattr(position, name) for name in variables) for position in found}

    def values(self) -> dict[Place, set[Any]]:
        """Give the values that each place has anywhere; an element is in a set or not."""

        def work(coder: Coder) -> dict[Place, set[Any]]:
            met = self.everything.diagram
            return {
                place: {v for v, w in coder.values(place).items() if (w & met).satisfiable()}
                for place in all_places(self.rules.game)
            }

        made: Callable[[Callable[[Coder], Any]], Any] = self._positions.space.doing
        found: dict[Place, set[Any]] = made(work)
        return found


def _is_legal(translator: TransitionBuilder, move: Move, live: Diagram) -> bool:
    """Say whether a move is legal in any of some positions."""
    runner = translator.narrow_runner({}, live)
    runner.run(move.rule, move.arguments)
    return bool((live & ~runner.refused & ~runner.broken).satisfiable())
