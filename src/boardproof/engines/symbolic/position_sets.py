"""Sets of a game's positions, reachable or not: where a question holds, what moves lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from ...errors import TooLarge
from ...ir.nodes import Call, Local
from ...ir.recursion import stack_depth, with_stack_depth
from ...ir.rules import BEFORE, UNFINISHED, Rules
from ...ir.types import BOOL, NONE
from ...packing.layout import Layout
from ...positions.position import Position, check_game, starting_position
from ...rules.results import Result
from ...rules.starts import START
from ..plain.base import ordered_arguments
from ..plain.reference import ReferenceEngine
from .bdd.listing import Array, value_columns
from .bdd.manager import Diagram
from .bdd.slots import Coder
from .bdd.space import MEMORY, DiagramSpace, place_of
from .bdd.state_set import StateSet, TrackedDiagram
from .eval.encoding import all_places, place_values, position_at, present_state
from .eval.select import ConditionFilter, PartialFilter
from .eval.statements import SymbolicInterpreter, TooMuchWork
from .transition.endings import endings
from .transition.relation import WORK, TransitionBuilder


class PositionSets:
    """All well-typed positions of a game as one space, and what the rules say of sets of them.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> positions = PositionSets(read(Diagonals(size=2)))
    >>> positions.everything.count, sum(layer.count for layer in positions.layers())
    (162, 33)
    """

    def __init__(
        self, rules: Rules, memory: int = MEMORY, threads: int = 1, work: int = WORK
    ) -> None:
        self.rules, self.game, self._work = rules, rules.game, work
        self._broken: StateSet | None = None
        self.space = DiagramSpace(all_places(rules.game), memory=memory, threads=threads)

    # -- single positions -------------------------------------------------------------------

    def singleton(self, position: Position) -> StateSet:
        """Return the set of one position."""
        check_game(position, self.game)
        values = place_values(position)
        return self.space.set_of(lambda coder: coder.position(values))

    def count(self, states: StateSet) -> int:
        """Return how many positions a set has."""
        return states.count

    def each(self, states: StateSet) -> Iterator[Position]:
        """Return the positions of a set one by one."""
        return (self._position(state) for state in states)

    def sample(self, states: StateSet, chance: Random | None = None) -> Position:
        """Return a position of a set, each as likely as any other."""
        return self._position(states.sample(chance))

    def _position(self, state: dict[Any, Any]) -> Position:
        return position_at(self.game, {place_of(name): value for name, value in state.items()})

    # -- what the rules say -----------------------------------------------------------------

    @property
    def everything(self) -> StateSet:
        """All well-typed positions, reachable or not; none is in the middle of a turn."""
        return self._at_rest if self.rules.has_turns else self.space.everything

    @cached_property
    def _at_rest(self) -> StateSet:
        whole = self.space.everything
        return whole - self.answered(UNFINISHED, (), whole)[0]

    def where(self, question: str, *arguments: Any, among: StateSet | None = None) -> StateSet:
        """Return the positions, reachable or not, for which a predicate holds; or those among some.

        A position in which the predicate itself goes wrong is not among them.
        """
        return self.answered(question, arguments, among)[0]

    def answered(
        self, question: str, arguments: tuple[Any, ...], among: StateSet | None = None
    ) -> tuple[StateSet, StateSet]:
        """Return where a predicate holds among some positions, and where it goes wrong."""
        given = self._given(question, arguments)
        among = self.everything if among is None else among

        def work(coder: Coder) -> tuple[Diagram, Diagram]:
            runner, call = self._asking(coder, question, given, among)
            met = ConditionFilter(runner).visit_expr(call, among.diagram)
            return met & ~runner.broken, runner.broken & among.diagram

        with self._bounded(question):
            met, broken = self.space.run(work)
        return StateSet(self.space, met), StateSet(self.space, broken)

    def surely(self, question: str) -> StateSet:
        """Return where a predicate without arguments holds; raise what goes wrong anywhere."""
        met, broken = self.answered(question, ())
        if broken:
            ReferenceEngine(self.rules).ask(next(self.each(broken)), question)
        return met

    def packed(self, states: StateSet, layout: Layout) -> list[Array]:
        """Return the words of all positions of a set: an array for each word."""
        numbers = value_columns(states)
        words = [np.zeros(len(numbers[0]), np.uint64) for _ in range(layout.words)]
        for column, place in zip(numbers, self.space.values, strict=True):
            bits = list(self._packings(place, layout).values())
            for word, own in zip(words, np.array(bits, np.uint64).T, strict=True):
                word |= own[column]
        return words

    def _packings(self, place: Any, layout: Layout) -> dict[Any, tuple[int, ...]]:
        """Return the words of each value of a place, where nothing else sets a bit."""
        blank = place_values(layout.unpack((0,) * layout.words))
        return {
            value: layout.pack(position_at(self.game, {**blank, place_of(place): value}))
            for value in self.space.values[place]
        }

    def least(self, states: StateSet, layout: Layout) -> Position:
        """Return the position of a set that is the least as it is packed, the last word first."""
        for place, values in self._bits(layout):
            unset = states - self.space.where(place, *values)
            states = unset if unset else states
        return next(self.each(states))

    def _bits(self, layout: Layout) -> list[tuple[Any, list[Any]]]:
        """Return for each bit, the highest first, which place sets it with which values."""
        setting: dict[tuple[int, int], tuple[Any, list[Any]]] = {}
        for place in self.space.values:
            for value, words in self._packings(place, layout).items():
                for at, word in enumerate(words):
                    for bit in range(word.bit_length()):
                        if word >> bit & 1:
                            setting.setdefault((at, bit), (place, []))[1].append(value)
        return [setting[at] for at in sorted(setting, reverse=True)]

    def some(
        self, question: str, *arguments: Any, among: StateSet, work: int | None = None
    ) -> StateSet:
        """Return some positions of a set with a predicate; none only if there are none."""
        given, most = self._given(question, arguments), work or self._work

        def look(coder: Coder) -> Diagram:
            runner, call = self._asking(coder, question, given, among)
            runner.most = coder.diagrams.used + most
            for part in PartialFilter(runner).visit_expr(call, among.diagram):
                met = part & ~runner.broken
                if met.satisfiable():
                    return met
            return coder.diagrams.false

        with self._bounded(question):
            return self.space.set_of(look)

    @contextmanager
    def _bounded(self, rule: str) -> Iterator[None]:
        """Let a rule call deeply, but refuse one that is too much work."""
        try:
            with with_stack_depth(2 * stack_depth(self.rules)):
                yield
        except TooMuchWork:
            text = self.rules.functions[rule].sentence if rule in self.rules.asked else rule
            raise TooLarge(
                f"{text} of {self.game.identity} is too intricate for all positions at once: "
                "ask it of single positions, or choose smaller parameters"
            ) from None

    def _asking(
        self, coder: Coder, question: str, given: list[Any], among: StateSet
    ) -> tuple[SymbolicInterpreter, Call]:
        runner = TransitionBuilder(self.rules, coder).runner({}, among.diagram)
        runner.most = coder.diagrams.used + self._work
        runner.env = {f"argument {i}": runner.algebra.known(v) for i, v in enumerate(given)}
        names = tuple(Local(name, type=NONE) for name in runner.env)
        return runner, Call(question, names, type=BOOL)

    def _given(self, question: str, arguments: tuple[Any, ...]) -> list[Any]:
        if question == UNFINISHED:
            return []
        marks = self.rules.marks
        names = list(marks[question].domains) if question in marks else []
        fits = len(names) == len(arguments)
        named = dict(zip(names, arguments, strict=True)) if fits else {"": None}
        return ordered_arguments(self.rules, question, named)

    @cached_property
    def _endings(self) -> list[tuple[Result, StateSet]]:
        """A result, and a part of which it is the result if nothing before it is met."""

        def work(coder: Coder) -> tuple[list[tuple[Result, Diagram]], Diagram]:
            builder = TransitionBuilder(self.rules, coder)
            in_order, broken = endings(builder, self.rules.functions["result"], {})
            return [(end.result, part) for end in in_order for part in end.parts], broken

        with self._bounded("result"):
            parts, broken = self.space.run(work)
        self._unended = StateSet(self.space, broken)
        return [(result, StateSet(self.space, part)) for result, part in parts]

    def ended(self, states: StateSet) -> dict[Result, StateSet]:
        """Split the positions of a set that are over by their results."""
        over: dict[Result, StateSet] = {}
        for result, part in self._endings:
            met = states & part
            states = states - met
            over[result] = over[result] | met if result in over else met
        return over

    def going(self, states: StateSet) -> StateSet:
        """Leave out the positions of a set that are over, ending by ending."""
        for _, part in self._endings:
            states = states - part
        return states

    # -- moves ------------------------------------------------------------------------------

    @cached_property
    def _moves(self) -> TrackedDiagram | None:
        """All moves as one relation, None where that is too much work."""

        def work(coder: Coder) -> tuple[Diagram, Diagram]:
            builder, d = TransitionBuilder(self.rules, coder), coder.diagrams
            made = [builder.make(move, {}, most=self._work) for move in builder.moves]
            return d.any_of(move.leads for move in made), d.any_of(move.broken for move in made)

        try:
            leads, broken = self.space.run(work)
        except TooMuchWork:
            return None
        self._broken = StateSet(self.space, broken)
        return TrackedDiagram(self.space, leads)

    @property
    def intricate(self) -> bool:
        """Whether the moves are too much work on all positions at once."""
        return self._moves is None

    @cached_property
    def _seen_moves(self) -> TrackedDiagram:
        """The moves met so far, where they are not all one relation."""
        return TrackedDiagram(self.space, self.space.run(lambda coder: coder.diagrams.false))

    def after(self, states: StateSet) -> StateSet:
        """Return the positions that one move leads to from positions that are not over."""
        going, moves = self.going(states & self.everything), self._moves
        self._check(states, going)
        if moves is None:
            moves = self._run_moves(going)
        return self.space.set_of(
            lambda coder: coder.flipped(
                coder.diagrams.and_exists(going.diagram, moves.diagram, coder.cubes[0])
            )
        )

    def before(self, states: StateSet) -> StateSet:
        """Return the positions, reachable or not, from which one move leads into a set.

        Where moves are too intricate for all positions at once, those are known that
        lead from positions for which `after` was asked.
        """
        into, moves = states & self.everything, self._pairs
        return self.going(
            self.space.set_of(
                lambda coder: coder.diagrams.and_exists(
                    coder.flipped(into.diagram), moves.diagram, coder.cubes[1]
                )
            )
        )

    def before_within(self, states: StateSet, within: StateSet) -> StateSet:
        """Return those of some positions, none of them over, with a move into a set."""
        moves = self._pairs

        def work(coder: Coder) -> Diagram:
            pairs = within.diagram & moves.diagram
            into = coder.flipped(states.diagram)
            return coder.diagrams.and_exists(into, pairs, coder.cubes[1])

        return self.space.set_of(work) if within else within

    def _check(self, states: StateSet, going: StateSet) -> None:
        """Let the reference engine say what goes wrong, if a rule does."""
        reference = ReferenceEngine(self.rules)
        for position in islice(self.each(states & self._unended), 1):
            reference.result(position)
        if self._broken is not None:
            for position in islice(self.each(going & self._broken), 1):
                reference.successors(position)

    def _run_moves(self, going: StateSet) -> TrackedDiagram:
        """Run the rules on a set, and remember the moves that were met."""
        seen = self._seen_moves

        def work(coder: Coder) -> Diagram:
            builder = TransitionBuilder(self.rules, coder)
            made = [builder.make(move, {}, going.diagram).leads for move in builder.moves]
            return coder.diagrams.any_of([seen.diagram, *made])

        seen.diagram = self.space.run(work)
        return seen

    @cached_property
    def _pairs(self) -> TrackedDiagram:
        """All moves between positions that are not over, known so far, and what they lead to."""
        return self._moves or self._seen_moves

    def breaking(self, step: str, choices: Sequence[tuple[Any, ...]], states: StateSet) -> StateSet:
        """Return the positions of a set from which some move breaks a `step` for some arguments."""
        moves, going = self._pairs, self.going(states)

        def work(coder: Coder) -> Diagram:
            builder, d = TransitionBuilder(self.rules, coder), coder.diagrams
            now = {BEFORE + name: value for name, value in builder.state.items()}
            builder.state = {**present_state(self.game, coder, following=True), **now}
            left = going.diagram & moves.diagram
            pairs = left
            for arguments in choices:
                runner = builder.runner({}, left)
                runner.most = d.used + self._work
                left = left & runner.as_cases(runner.run(step, arguments)).of.get(True, d.false)
            return d.exists(pairs & ~left, coder.cubes[1])

        with self._bounded(step):
            return self.space.set_of(work)

    # -- search -----------------------------------------------------------------------------

    @property
    def starts(self) -> StateSet:
        """The positions that games start from."""
        return self.surely(START) if self.rules.starts_anywhere else self._start

    @property
    def _start(self) -> StateSet:
        return self.singleton(starting_position(self.game))

    def layers(self) -> Iterator[StateSet]:
        """Return the positions first reached at each ply, from the start on."""
        seen = layer = self.starts
        while layer:
            yield layer
            layer = self.after(layer) - seen
            seen = seen | layer
