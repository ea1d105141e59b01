"""A move as a relation between two positions: any legal one, chosen by selectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...ir.rules import Rules
from ...positions.moves import Move, all_moves
from ...rules.results import STUCK
from ...statespace.goals import Aim
from ..symbolic.bdd.slots import Place
from ..symbolic.transition.relation import changed_places
from .circuit import Circuit, Gate
from .circuit_rules import CircuitRules
from .clauses import Template
from .encoding import PositionCoder

#: What is asked of a position: an aim, or a gate on the bits of a position.
Condition = Aim | Gate


@dataclass(frozen=True)
class MoveCircuit:
    """One move on any position: where it is legal, where it breaks the rules, what it changes."""

    move: Move
    legal: Gate
    broken: Gate
    changes: dict[Place, dict[Any, Gate]]


class GameCircuit:
    """What the rules say of one position, and of the next after any move, as circuits.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> circuit = GameCircuit(read(Diagonals(size=2)))
    >>> len(circuit.moves), circuit.step.inputs
    (4, 17)
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, self.circuit = rules, Circuit()
        self.coder = PositionCoder(rules.game, self.circuit)
        self.evaluation = CircuitRules.of_position(rules, self.coder)
        self.moves = all_moves(rules.game, rules.moves)
        self._conditions: dict[Condition, Template] = {}

    # -- endings ----------------------------------------------------------------------------

    @cached_property
    def _result(self) -> tuple[dict[str, Gate], Gate, Gate]:
        """Where each result is, where the game goes on, and where the rule itself goes wrong."""
        runner, value = self.evaluation.run("result")
        parts: dict[str, list[Gate]] = {}
        for result, where in runner.as_cases(value).of.items():
            parts.setdefault("" if result is None else str(result), []).append(where)
        fine = ~runner.broken
        united = {word: self.circuit.any_of(all_) & fine for word, all_ in parts.items()}
        return united, united.pop("", self.circuit.false), runner.broken

    @property
    def results(self) -> dict[str, Gate]:
        """Where each result is."""
        return self._result[0]

    @property
    def going(self) -> Gate:
        """Where the game goes on."""
        return self._result[1]

    @cached_property
    def stuck(self) -> Gate:
        """Where the game goes on, and nobody can move."""
        return self.going & ~self.circuit.any_of(one.legal for one in self.move_circuits)

    def condition(self, aim: Condition) -> Gate:
        """Return where an aim is met; a position in which a rule goes wrong does not meet it."""
        if isinstance(aim, Gate):
            return aim
        if aim.question:
            arguments = tuple(value for _, value in aim.arguments)
            return self.evaluation.truth(aim.question, arguments)[0 if aim.holds else 1]
        results, _, broken = self._result
        met = self.circuit.any_of(w for word, w in results.items() if word in aim.results)
        if STUCK in aim.results:
            met = met | self.stuck
        return met if aim.holds else ~met & ~broken

    def template(self, aim: Condition) -> Template:
        """Return an aim as clauses on the bits of a position."""
        if aim not in self._conditions:
            self._conditions[aim] = self.write([self.condition(aim)])
        return self._conditions[aim]

    def write(self, assumed: Sequence[Gate], exact: Sequence[Gate] = ()) -> Template:
        """Return gates on the bits of a position as clauses."""
        return self.evaluation.writer.write(self.coder.inputs, assumed, exact)

    # -- moves ------------------------------------------------------------------------------

    @cached_property
    def move_circuits(self) -> list[MoveCircuit]:
        """All moves, each with its arguments, whether the game goes on or not."""
        return [self._move(move) for move in self.moves]

    def _move(self, move: Move) -> MoveCircuit:
        runner, _ = self.evaluation.run(move.rule, move.arguments)
        changes = changed_places(self.rules, self.evaluation.state, runner.state)
        legal = ~runner.refused & ~runner.broken
        return MoveCircuit(move, legal, runner.broken, changes)

    @property
    def unended(self) -> Gate:
        """Where it goes wrong to say how the game ends."""
        return self._result[2]

    @cached_property
    def fails(self) -> Gate:
        """Where the rules of play go wrong."""
        broken = self.circuit.any_of(one.broken for one in self.move_circuits)
        return self.unended | (self.going & broken)

    @cached_property
    def _selectors(self) -> list[Gate]:
        return self.circuit.one_hot(len(self.moves))

    @cached_property
    def step(self) -> Template:
        """A move on the bits of a position and a selector for each move.

        The outputs are the bits of the next position, and last whether the move is legal.
        """
        c, selectors = self.circuit, self._selectors
        chosen = c.all_of(
            ~s | one.legal for s, one in zip(selectors, self.move_circuits, strict=True)
        )
        places = dict.fromkeys(place for one in self.move_circuits for place in one.changes)
        after = {place: self._after(place) for place in places}
        return self.write_move([self.going & chosen], exact=self.coder.outputs(after))

    def write_move(self, assumed: Sequence[Gate], exact: Sequence[Gate] = ()) -> Template:
        """Return gates on the bits of a position and the selectors of a move as clauses."""
        selectors = self._selectors
        # Of two moves one has the bit, a single one has none.
        inputs = [*self.coder.inputs, *(selectors if len(selectors) > 2 else selectors[1:])]
        return self.evaluation.writer.write(inputs, assumed, exact)

    def chosen(self, gates: Sequence[Gate]) -> Gate:
        """Return the gate of the move that is chosen, given one for each move."""
        pairs = zip(self._selectors, gates, strict=True)
        return self.circuit.any_of(selector & gate for selector, gate in pairs)

    def _after(self, place: Place) -> dict[Any, Gate]:
        """Return the values of a place after the move chosen."""
        by_gate: dict[Any, dict[Gate, list[Gate]]] = {}
        now = self.coder.values(place)
        for selector, one in zip(self._selectors, self.move_circuits, strict=True):
            for value, where in one.changes.get(place, now).items():
                by_gate.setdefault(value, {}).setdefault(where, []).append(selector)
        return {
            value: self.circuit.any_of(
                where & self.circuit.any_of(chosen) for where, chosen in gates.items()
            )
            for value, gates in by_gate.items()
        }
