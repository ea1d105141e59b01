"""Measures: numbers that every move changes by the same amount, as the number of pieces on a board.

A solver cannot count: that n moves do not fill n + 1 cells costs it exponential work. A measure is
found by a look at single moves, and says of every copy of a position how much it has there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...positions.position import Position
from ...rules.domains import Range
from ...rules.state import CountVariable, MapVariable, OneVariable, SubsetVariable, Variable
from ..symbolic.bdd.slots import Place
from ..symbolic.eval.encoding import place_values, places_of
from ..symbolic.eval.values import Cases
from .circuit import Gate
from .clauses import Literal, Template
from .transition import GameCircuit, MoveCircuit
from .unrolling import Unrolling

#: The maximal difference that is looked for.
MOST_CHANGE = 2


@dataclass(frozen=True)
class Measure:
    """A sum over places, each with a weight for its values, and what a move adds to it."""

    name: str
    weights: dict[Place, dict[Any, int]]
    change: int

    def of(self, position: Position) -> int:
        """Return how much a position has."""
        values = place_values(position)
        return sum(weights[values[place]] for place, weights in self.weights.items())

    @property
    def least(self) -> int:
        """The least that a position can have."""
        return sum(min(weights.values()) for weights in self.weights.values())

    @property
    def most(self) -> int:
        """The most that a position can have."""
        return sum(max(weights.values()) for weights in self.weights.values())

    def longest(self, start: Position | None) -> int:
        """Return how many moves a game can have at most, by this measure."""
        first, end = (self.least, self.most)[:: 1 if self.change > 0 else -1]
        return (end - (first if start is None else self.of(start))) // self.change


class Measures:
    """The measures of a game: those that every move changes by the same amount.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> [(one.name, one.change) for one in Measures(GameCircuit(read(Diagonals()))).all]
    [('mark', 1)]
    """

    def __init__(self, circuit: GameCircuit) -> None:
        self.circuit = circuit
        self._templates: dict[str, tuple[list[int], Template]] = {}

    @cached_property
    def all(self) -> list[Measure]:
        """The measures, proved by a look at every move."""
        changes = {name: _change(self.circuit, w) for name, w in _candidates(self.circuit)}
        weights = dict(_candidates(self.circuit))
        return [Measure(name, weights[name], by) for name, by in changes.items() if by]

    def longest(self, start: Position | None) -> int | None:
        """Return how many moves a game can have at most, None where nothing bounds it.

        Where a game starts need not be known.
        """
        return min((one.longest(start) for one in self.all), default=None)

    def after(
        self, start: Position | None, moves: int, games: Unrolling, board: int
    ) -> list[Literal]:
        """Return what a copy of a position must have after so many moves from a start.

        Of a start that is not known, nothing follows.
        """
        if start is None:
            return []
        return [
            self._having(one, one.of(start) + moves * one.change, games, board) for one in self.all
        ]

    def _having(self, one: Measure, number: int, games: Unrolling, board: int) -> Literal:
        if one.name not in self._templates:
            self._templates[one.name] = self._template(one)
        numbers, template = self._templates[one.name]
        outputs = games.outputs_at(template, board)
        return outputs[numbers.index(number)] if number in numbers else -games.solver.true

    def _template(self, one: Measure) -> tuple[list[int], Template]:
        """Return the numbers that a position can have, and an output for each."""
        algebra, coder = self.circuit.evaluation.algebra, self.circuit.coder
        total = algebra.constant(0)
        for place, weights in one.weights.items():
            values = coder.values(place)
            own = algebra.gathered((weights[value], where) for value, where in values.items())
            total = algebra.combined(int.__add__, total, own)
        numbers = sorted(total.of)
        return numbers, self.circuit.write([total.of[number] for number in numbers])


def _candidates(circuit: GameCircuit) -> Iterator[tuple[str, dict[Place, dict[Any, int]]]]:
    boards: dict[Place, dict[Any, int]] = {}
    variables = circuit.rules.game.variables.values()
    for variable in variables:
        weights = _weights(variable)
        if weights:
            yield variable.name, weights
        if weights and not isinstance(variable, CountVariable):
            boards.update(weights)
    if sum(isinstance(v, MapVariable | SubsetVariable) for v in variables) > 1 and boards:
        yield "pieces", boards


def _weights(variable: Variable) -> dict[Place, dict[Any, int]]:
    """Count the pieces of a board or the elements of a set, or take a number as it is."""
    match variable:
        case SubsetVariable() | MapVariable():
            places = places_of(variable)
            values = next(iter(places.values()))
            weight = {value: int(value is not None and value is not False) for value in values}
            if all(weight.values()):  # no place is ever free
                return {}
            return dict.fromkeys(places, weight)
        case OneVariable(domain=Range()):
            return {p: {v: int(v) for v in vs} for p, vs in places_of(variable).items()}
    return {}


def _change(circuit: GameCircuit, weights: dict[Place, dict[Any, int]]) -> int | None:
    """Return what every legal move adds, None where moves differ."""
    changes: set[int] = set()
    for one in circuit.move_circuits:
        changes |= _changes(circuit, one, weights)
        if len(changes) > 1 or max(map(abs, changes), default=0) > MOST_CHANGE:
            return None
    return next(iter(changes), None)


def _changes(
    circuit: GameCircuit, one: MoveCircuit, weights: dict[Place, dict[Any, int]]
) -> set[int]:
    """Return what a move can add."""
    algebra, prober = circuit.evaluation.algebra, circuit.evaluation.prober
    legal = circuit.going & one.legal
    total = algebra.constant(0)
    for place, new in one.changes.items():
        if place in weights:
            total = algebra.combined(_sum, total, _difference(circuit, place, new, weights[place]))
    return {added for added, where in total.of.items() if prober.possible(legal & where)}


def _difference(
    circuit: GameCircuit, place: Place, new: dict[Any, Gate], weights: dict[Any, int]
) -> Cases:
    """Return by how much a place changes."""
    now = circuit.coder.values(place)
    return circuit.evaluation.algebra.gathered(
        (weights[after] - weights[before], there & then)
        for before, there in now.items()
        for after, then in new.items()
    )


def _sum(a: int, b: int) -> int:
    """Add, but keep apart only what is of interest."""
    return max(-MOST_CHANGE - 8, min(MOST_CHANGE + 8, a + b))
