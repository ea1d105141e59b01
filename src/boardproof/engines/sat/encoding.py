"""The encoding of positions: every place one-hot, a truth or one of two values a single bit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...positions.position import Position
from ...rules.game import Game
from ..symbolic.bdd.slots import Place
from ..symbolic.eval.encoding import all_places, place_values, position_at
from .circuit import Circuit, Gate
from .clauses import Literal
from .solver import ClauseSolver


class PositionCoder:
    """The places of one position as inputs of a circuit.

    >>> from boardproof.rules.sample import Diagonals
    >>> coder = PositionCoder(Diagonals(size=2), Circuit())
    >>> len(coder.inputs), len(coder.values(("turn",)))
    (13, 2)
    """

    def __init__(self, game: Game, circuit: Circuit) -> None:
        self.game, self.diagrams = game, circuit
        self._values: dict[Place, dict[Any, Gate]] = {}
        self.inputs: list[Gate] = []
        for place, values in all_places(game).items():
            gates = circuit.one_hot(len(values))
            self._values[place] = dict(zip(values, gates, strict=True))
            self.inputs += bits_of(gates)

    def values(self, place: Place, following: bool = False) -> dict[Any, Gate]:
        """Return a literal for each value of a place."""
        return self._values[place]

    def outputs(self, values: Mapping[Place, Mapping[Any, Gate]]) -> list[Gate]:
        """Return what the inputs become where some places have new values."""
        found: list[Gate] = []
        for place, now in self._values.items():
            new = values.get(place, now)
            found += bits_of([new.get(value, self.diagrams.false) for value in now])
        return found

    def changed_inputs(self, values: Mapping[Place, Mapping[Any, Gate]]) -> dict[int, Gate]:
        """Return the inputs of some places, by number, with what they become."""
        changed: dict[int, Gate] = {}
        for place, new in values.items():
            now = self._values[place]
            after = bits_of([new.get(value, self.diagrams.false) for value in now])
            bits = bits_of(list(now.values()))
            changed.update((old.number, gate) for old, gate in zip(bits, after, strict=True))
        return changed


def bits_of(values: list[Any]) -> list[Any]:
    """Return the bits that stand for a place, given a literal for each of its values."""
    return values[1:] if len(values) <= 2 else values


class Boards:
    """Positions as literals of a solver, in the order of a coder's inputs."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._places = all_places(game)

    def fresh(self, solver: ClauseSolver) -> list[Literal]:
        """Return a position of new variables: any well-typed one."""
        literals: list[Literal] = []
        for values in self._places.values():
            if len(values) > 2:
                literals += solver.one_hot(len(values))
            elif len(values) == 2:
                literals.append(solver.variable())
        return literals

    def fixed(self, solver: ClauseSolver, position: Position) -> list[Literal]:
        """Return a known position as constants."""
        return [solver.true if held else -solver.true for held in self._signs(position)]

    def constrain(self, solver: ClauseSolver, literals: Sequence[Literal], when: Literal) -> None:
        """Say again, where `when` holds, that every place has one value: it helps the solver."""
        at = 0
        for values in self._places.values():
            if len(values) > 2:
                solver.require_one(literals[at : at + len(values)], -when)
            at += len(values) if len(values) > 2 else len(values) - 1

    def position(self, solver: ClauseSolver, literals: Sequence[Literal]) -> Position:
        """Return the position that literals stand for in the model found last."""
        bits = iter(literals)
        chosen: dict[Place, Any] = {}
        for place, values in self._places.items():
            if len(values) > 2:
                held = [value for value in values if solver.holds(next(bits))]
                (chosen[place],) = held
            elif len(values) == 2:
                chosen[place] = values[solver.holds(next(bits))]
            else:
                chosen[place] = values[0]
        return position_at(self.game, chosen)

    def other_than(self, literals: Sequence[Literal], position: Position) -> list[Literal]:
        """Return the clause that excludes a position."""
        signs = self._signs(position)
        return [-one if held else one for one, held in zip(literals, signs, strict=True)]

    def _signs(self, position: Position) -> list[bool]:
        """Return which literals are true of a position."""
        chosen, signs = place_values(position), list[bool]()
        for place, values in self._places.items():
            signs += bits_of([value == chosen[place] for value in values])
        return signs
