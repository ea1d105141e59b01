"""Rules as guarded transitions between values of places: what Promela, PRISM and PDDL share.

None of the three has sets, folds or recursive rules, and two have no arrays. So a rulebook is
lowered to circuits (`engines/sat/`): every place of a position is a variable, every move with its
arguments a transition, and every condition on values of places a gate.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..engines.sat.circuit import Gate
from ..engines.sat.transition import GameCircuit, MoveCircuit
from ..engines.symbolic.bdd.slots import Place
from ..engines.symbolic.eval.encoding import all_places, place_values
from ..ir.rules import Rules
from ..positions.moves import Move
from ..positions.position import starting_position
from ..rules.results import STUCK
from ..statespace.goals import Aim
from .exported import Invariant, identifiers, invariants_of, refuse_many_starts, refuse_turns

#: The invariant that no rule of play goes wrong: leaves a range, asks a list for what it lacks.
RULES_HOLD = "rules_hold"
#: The invariant that somebody can move where the game is not over.
NEVER_STUCK = "stuck_never"


@dataclass(frozen=True)
class ModelVariable:
    """A place of a position: its name in the model, its values with their codes, its start."""

    name: str
    values: tuple[Any, ...]
    start: Any

    def code(self, value: Any) -> int:
        """Return the number that stands for a value: itself if all are numbers, else its place."""
        if all(isinstance(one, int) for one in self.values):
            return int(value)
        return self.values.index(value)

    @property
    def codes(self) -> tuple[int, ...]:
        """The numbers that stand for the values."""
        return tuple(map(self.code, self.values))

    @property
    def legend(self) -> str:
        """What the codes mean, where they are not the values themselves."""
        if all(isinstance(value, int) for value in self.values):
            return ""
        return ", ".join(f"{code} {value}" for code, value in enumerate(self.values))


#: What a variable becomes: every value that it can have, with where it has it.
Outcomes = dict[Any, Gate]


@dataclass(frozen=True)
class Transition:
    """A move: its name in the model, where it may be made, and what the variables become."""

    name: str
    move: Move
    guard: Gate
    updates: dict[ModelVariable, Outcomes]

    @property
    def conditions(self) -> list[Gate]:
        """The conditions on which new values depend: where no other holds, the last does."""
        return [gate for outcomes in self.updates.values() for gate in [*outcomes.values()][:-1]]


class TransitionModel:
    """A rulebook as variables, transitions, results and invariants.

    >>> from boardproof import load
    >>> model = TransitionModel(load("tic-tac-toe", size=2), "Promela")
    >>> [variable.name for variable in model.variables][:2], model.transitions[0].name
    (['turn', 'mark_0_0'], 'play_0_0')
    >>> sorted(model.results), list(model.invariants)[:1]
    (['A_wins', 'B_wins', 'draw', 'stuck'], ['two_winners_never'])
    """

    def __init__(self, rules: Rules, language: str, taken: frozenset[str] = frozenset()) -> None:
        refuse_turns(rules, language)
        refuse_many_starts(rules, language)
        self.rules, self._taken = rules, taken
        self.game = GameCircuit(rules)
        self.circuit = self.game.circuit
        self._of_place = self._name_places()
        self._lengths: dict[int, int] = {}
        self._claims, others = invariants_of(rules)
        self.left_out = tuple(others)

    def _name_places(self) -> dict[Place, ModelVariable]:
        """Return a variable for each place that can change at all."""
        places = {p: v for p, v in all_places(self.rules.game).items() if len(v) > 1}
        names = identifiers([" ".join(map(str, place)) for place in places], self._taken)
        start = place_values(starting_position(self.rules.game))
        return {
            place: ModelVariable(name, values, start[place])
            for name, (place, values) in zip(names, places.items(), strict=True)
        }

    @property
    def variables(self) -> list[ModelVariable]:
        """The variables, in the order of the rulebook."""
        return list(self._of_place.values())

    @cached_property
    def literals(self) -> dict[int, tuple[ModelVariable, Any]]:
        """The literals that say which value a variable has."""
        return {
            gate.number: (variable, value)
            for place, variable in self._of_place.items()
            for value, gate in self.game.coder.values(place).items()
        }

    def one_of(self, variable: ModelVariable, values: Iterable[Any]) -> Gate:
        """Return the gate that a variable has one of some values."""
        return self.circuit.any_of(self._literal_of[variable, value] for value in values)

    @cached_property
    def _literal_of(self) -> dict[tuple[ModelVariable, Any], Gate]:
        return {key: self.circuit.literals[number] for number, key in self.literals.items()}

    @cached_property
    def transitions(self) -> list[Transition]:
        """All moves that can be legal at all."""
        moves = self.game.move_circuits
        taken = self._taken | {variable.name for variable in self.variables}
        names = identifiers([one.move.full_name for one in moves], taken)
        pairs = zip(names, moves, strict=True)
        made = [self._transition(name, one) for name, one in pairs]
        return [one for one in made if one.guard.satisfiable()]

    def _transition(self, name: str, made: MoveCircuit) -> Transition:
        guard = self.game.going & made.legal
        known = self._implied(guard)
        updates = dict[ModelVariable, Outcomes]()
        for place, after in made.changes.items():
            now = self.game.coder.values(place)
            if place in self._of_place and any(now[value] is not w for value, w in after.items()):
                outcomes = {v: self.circuit.substituted(w, known) for v, w in after.items()}
                possible = {v: w for v, w in outcomes.items() if w.satisfiable()}
                updates[self._of_place[place]] = possible
        return Transition(name, made.move, guard, updates)

    def _implied(self, guard: Gate) -> dict[int, Gate]:
        """Return inputs that a guard decides: what changes is only asked where it holds."""
        values, pending = dict[int, Gate](), [guard.number]
        while pending:
            number = pending.pop()
            if number & 1 or not self.circuit.children[number >> 1]:
                values.update(self._decided(number))
            else:
                pending += self.circuit.children[number >> 1]
        return values

    def _decided(self, number: int) -> dict[int, Gate]:
        """Return what a literal decides: its input, and the other values of the same variable."""
        if number >> 1 not in self._inputs:
            return {}
        decided = {number & ~1: self.circuit.false if number & 1 else self.circuit.true}
        if number in self.literals:
            variable, _ = self.literals[number]
            others = (n for n, (v, _) in self.literals.items() if v is variable and n != number)
            decided.update((n & ~1, self.circuit.literals[1 ^ (n & 1)]) for n in others)
        return decided

    @cached_property
    def _inputs(self) -> frozenset[int]:
        return frozenset(number >> 1 for number in self.literals)

    # -- what is asked of positions ---------------------------------------------------------

    @cached_property
    def results(self) -> dict[str, Gate]:
        """Where each result is, and where nobody can move though the game is not over."""
        ends = {**self.game.results, STUCK: self.game.stuck}
        return dict(zip(identifiers(list(ends)), ends.values(), strict=True))

    @cached_property
    def invariants(self) -> dict[str, Gate]:
        """Where each invariant holds: the rulebook's own, and those of every game."""
        own = {one.name: self._claim(one) for one in self._claims}
        every = {RULES_HOLD: ~self.game.fails, NEVER_STUCK: ~self.game.stuck}
        return {**own, **{name: gate for name, gate in every.items() if not gate.valid()}}

    def _claim(self, invariant: Invariant) -> Gate:
        names = [name for name, _ in self.rules.functions[invariant.rule].parameters]
        aims = (
            Aim(
                question=invariant.rule,
                arguments=tuple(zip(names, given, strict=True)),
                holds=invariant.holds,
            )
            for given in invariant.arguments
        )
        return self.circuit.all_of(map(self.game.condition, aims))

    def length(self, gate: Gate) -> int:
        """Return how many tests of a variable a gate is, if no part of it has a name."""
        for node in sorted(self.circuit.below([gate])):
            if node not in self._lengths:
                parts = (self._lengths[number >> 1] for number in self.circuit.children[node])
                self._lengths[node] = sum(parts) or 1
        return self._lengths[gate.number >> 1]

    @cached_property
    def _true_at_start(self) -> dict[int, bool]:
        """Whether each input is true in the first position."""
        return {
            number >> 1: (variable.start == value) != bool(number & 1)
            for number, (variable, value) in self.literals.items()
        }

    def holds_at_start(self, gates: list[Gate]) -> list[bool]:
        """Whether gates are true in the first position."""
        known = {0: True, **self._true_at_start}

        def holds(number: int) -> bool:
            return known[number >> 1] != bool(number & 1)

        for node in sorted(self.circuit.below(gates)):
            if node not in known:
                known[node] = all(map(holds, self.circuit.children[node]))
        return [holds(gate.number) for gate in gates]
