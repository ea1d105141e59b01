"""Sets of a game's positions: where a question holds, what moves lead to, how to get there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from ...errors import BadInput, TooLarge
from ...ir.rules import Rules
from ...rules.game import domain_at, marked
from ...rules.words import CLAIMS, Mark
from ..position import Position, check_game, starting_position
from ..reference import ReferenceEngine
from .deciding import endings
from .diagrams import Diagram
from .encoding import all_places, place_values, position_at
from .relation import Translator
from .running import TooMuchWork
from .sets import Kept, StateSet
from .slots import Coder
from .space import MEMORY, Space, place_of


class Positions:
    """All well-typed positions of a game as one space, and what the rules say of sets of them.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> positions = Positions(read(Diagonals(size=2)))
    >>> positions.everything.count, positions.reachable.count
    (162, 33)
    >>> trace = positions.trace_to(positions.over)
    >>> len(trace) - 1
    3
    """

    def __init__(self, rules: Rules, memory: int = MEMORY, threads: int = 1) -> None:
        self.rules, self.game = rules, rules.game
        self._broken: Kept | None = None
        self.space = Space(all_places(rules.game), memory=memory, threads=threads)

    # -- single positions -------------------------------------------------------------------

    def only(self, position: Position) -> StateSet:
        """Give the set of one position."""
        check_game(position, self.game)
        values = place_values(position)
        return self.space.set_of(lambda coder: coder.position(values))

    def has(self, states: StateSet, position: Position) -> bool:
        """Say whether a position is in a set."""
        return bool(self.only(position) <= states)

    def each(self, states: StateSet) -> Iterator[Position]:
        """Give the positions of a set one by one."""
        return (self._position(state) for state in states)

    def sample(self, states: StateSet, chance: Random | None = None) -> Position:
        """Pick a position of a set, each as likely as any other."""
        return self._position(states.sample(chance))

    def _position(self, state: dict[Any, Any]) -> Position:
        return position_at(self.game, {place_of(name): value for name, value in state.items()})

    # -- what the rules say -----------------------------------------------------------------

    @property
    def everything(self) -> StateSet:
        """All well-typed positions, reachable or not."""
        return self.space.everything

    @property
    def start(self) -> StateSet:
        """The position the game starts from."""
        return self.only(starting_position(self.game))

    def where(self, question: str, *arguments: Any) -> StateSet:
        """Give the positions, reachable or not, for which a predicate holds.

        A position in which the predicate itself goes wrong is not among them.
        """
        self._check_question(question, arguments)

        def work(coder: Coder) -> Diagram:
            found = Translator(self.rules, coder).answer(question, arguments)
            return found.cases.of.get(True, coder.diagrams.false) & coder.any_position

        try:
            return self.space.set_of(work)
        except TooMuchWork:
            raise self._too_intricate(question) from None

    def _check_question(self, question: str, arguments: tuple[Any, ...]) -> None:
        marks = {**marked(type(self.game), *CLAIMS), "wellformed": Mark("predicate")}
        if question not in marks:
            raise BadInput(
                f"{self.game.name} has no question {question!r}: it has {', '.join(marks)}"
            )
        wanted = marks[question].domains
        if len(arguments) != len(wanted):
            raise BadInput(f"{question} takes {', '.join(wanted) or 'no arguments'}")
        for value, (name, path) in zip(arguments, wanted.items(), strict=True):
            if value not in domain_at(self.game, path):
                raise BadInput(f"{question}: {name} cannot be {value!r}")

    @cached_property
    def over(self) -> StateSet:
        """All positions, reachable or not, in which the game has ended."""
        return self.space.set_of(
            lambda coder: (
                coder.diagrams.any_of(part.diagram for part in self._endings) & coder.any_position
            )
        )

    @cached_property
    def _endings(self) -> list[Kept]:
        def work(coder: Coder) -> list[Diagram]:
            translator = Translator(self.rules, coder)
            found = endings(translator, self.rules.functions["result"], {})
            return [part for ending in found.found for part in ending.parts]

        return [Kept(self.space, part) for part in self.space.doing(work)]

    def _going(self, states: StateSet) -> StateSet:
        """Leave out the positions that are over, ending by ending."""
        for part in self._endings:
            states = self.space.set_of(_without(states, part))
        return states

    # -- moves ------------------------------------------------------------------------------

    @cached_property
    def _moves(self) -> Kept | None:
        """All moves as one relation, None where that is too much work."""

        def work(coder: Coder) -> tuple[Diagram, Diagram]:
            translator, d = Translator(self.rules, coder), coder.diagrams
            made = [translator.make(move, {}) for move in translator.moves]
            return d.any_of(one.leads for one in made), d.any_of(one.broken for one in made)

        try:
            leads, broken = self.space.doing(work)
        except TooMuchWork:
            return None
        self._broken = Kept(self.space, broken)
        return Kept(self.space, leads)

    @property
    def compiled(self) -> bool:
        """Whether all moves are one relation, and need not be run on each set anew."""
        return self._moves is not None

    @cached_property
    def _found(self) -> Kept:
        """The moves met so far, where they are not all one relation."""
        return Kept(self.space, self.space.doing(lambda coder: coder.diagrams.false))

    def after(self, states: StateSet) -> StateSet:
        """Give the positions that one move leads to from positions that are not over."""
        going, moves = self._going(states & self.everything), self._moves
        self._check(going)
        if moves is None:
            moves = self._run_moves(going)
        return self.space.set_of(
            lambda coder: coder.flipped(
                coder.diagrams.and_exists(going.diagram, moves.diagram, coder.cubes[0])
            )
        )

    def before(self, states: StateSet) -> StateSet:
        """Give the positions, reachable or not, from which one move leads into a set."""
        moves = self._moves
        if moves is None:
            raise self._too_intricate("a move")
        return self._going(self._back(states & self.everything, moves))

    def sources(self, states: StateSet, among: StateSet) -> StateSet:
        """Give those of some positions, all of them met, from which a move leads into a set."""
        return self._going(self._back(states & self.everything, self._moves or self._found) & among)

    def _check(self, going: StateSet) -> None:
        """Let the reference engine say what goes wrong, if a rule does."""
        if self._broken is not None:
            wrong = self.space.set_of(_both(going, self._broken))
            if wrong:
                ReferenceEngine(self.rules).successors(next(self.each(wrong)))

    def _back(self, states: StateSet, moves: Kept) -> StateSet:
        return self.space.set_of(
            lambda coder: coder.diagrams.and_exists(
                coder.flipped(states.diagram), moves.diagram, coder.cubes[1]
            )
        )

    def _run_moves(self, going: StateSet) -> Kept:
        """Run the rules on a set, and remember the moves that were met."""
        found = self._found

        def work(coder: Coder) -> Diagram:
            translator = Translator(self.rules, coder)
            made = [translator.make(move, {}, going.diagram) for move in translator.moves]
            return coder.diagrams.any_of([found.diagram, *(one.leads for one in made)])

        found.diagram = self.space.doing(work)
        return found

    # -- ways -------------------------------------------------------------------------------

    def layers(self) -> Iterator[StateSet]:
        """Give the positions first reached at each ply, from the start on."""
        seen = layer = self.start
        while layer:
            yield layer
            layer = self.after(layer) - seen
            seen = seen | layer

    @cached_property
    def reachable(self) -> StateSet:
        """The positions that games get to."""
        found = self.space.empty
        for layer in self.layers():
            found = found | layer
        return found

    def trace_to(self, states: StateSet) -> list[Position] | None:
        """Give a shortest game into a set, position by position; None where none gets there."""
        layers = []
        for layer in self.layers():
            layers.append(layer)
            if layer & states:
                return self._way_back(layers, layer & states)
        return None

    def _way_back(self, layers: list[StateSet], hit: StateSet) -> list[Position]:
        moves = self._moves or self._found
        trace = [next(self.each(hit))]
        for layer in reversed(layers[:-1]):
            earlier = self._going(self._back(self.only(trace[-1]), moves) & layer)
            trace.append(next(self.each(earlier)))
        return trace[::-1]

    def _too_intricate(self, what: str) -> TooLarge:
        return TooLarge(
            f"{what} of {self.game.identity} is too intricate to be told of all positions at once: "
            "ask it of single positions, or choose smaller parameters"
        )


def _without(states: StateSet, part: Kept) -> Any:
    return lambda coder: states.diagram & ~part.diagram


def _both(states: StateSet, other: Kept) -> Any:
    return lambda coder: states.diagram & other.diagram
