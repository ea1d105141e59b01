"""A game's positions as slots, and positions as values of their places."""

from __future__ import annotations

from typing import Any

from ....positions.position import Position
from ....rules.game import Game
from ....rules.state import FlagVariable, MapVariable, StateMap, SubsetVariable, Variable
from ..eval.expressions import State
from ..eval.statements import SymbolicInterpreter
from ..eval.values import Cases, Members
from .manager import Diagram
from .slots import Coder, Place, Slot


def places_of(variable: Variable) -> dict[Place, tuple[Any, ...]]:
    """List the places of a variable, each with the values it can have."""
    match variable:
        case FlagVariable():
            return {(variable.name,): (False, True)}
        case SubsetVariable():
            return {(variable.name, e): (False, True) for e in variable.domain}
        case MapVariable():
            values = tuple(variable.values.elements)
            return {(variable.name, key): values for key in variable.domain}
    return {(variable.name,): tuple(variable.domain.elements)}


def all_places(game: Game) -> dict[Place, tuple[Any, ...]]:
    """List the places of a game in the order they are declared.

    What belongs to one element of a domain stands together, of whatever variables.
    """
    found: dict[Place, tuple[Any, ...]] = {}
    for variable in game.variables.values():
        found.update(places_of(variable))
    order = {place: i for i, place in enumerate(found)}
    shared = {place: _first(place, order) for place in found}
    return {p: found[p] for p in sorted(found, key=lambda p: (len(p) > 1, shared[p], order[p]))}


def _first(place: Place, order: dict[Place, int]) -> int:
    """Give the number of the first place with the same key."""
    if len(place) == 1:
        return order[place]
    return min(number for other, number in order.items() if other[1:] == place[1:])


def plain_slots(game: Game) -> list[Slot]:
    """Give every place a slot of its own."""
    return [
        Slot((place,), tuple((value,) for value in values))
        for place, values in all_places(game).items()
    ]


def present_state(game: Game, coder: Coder, following: bool = False) -> State:
    """Give the state as it is: functions of the present position, or of the next one."""

    def values(*place: Any) -> dict[Any, Diagram]:
        return coder.values(place, following)

    false = coder.diagrams.false
    state: State = {}
    for name, variable in game.variables.items():
        match variable:
            case FlagVariable():
                state[name] = values(name).get(True, false)
            case SubsetVariable():
                state[name] = Members(
                    {e: values(name, e).get(True, false) for e in variable.domain}
                )
            case MapVariable():
                state[name] = {key: Cases(values(name, key)) for key in variable.domain}
            case _:
                state[name] = Cases(values(name))
    return state


def place_values(position: Position) -> dict[Place, Any]:
    """Take a position apart."""
    found: dict[Place, Any] = {}
    for name, variable in position.game.variables.items():
        value = getattr(position, name)
        match variable:
            case SubsetVariable():
                found.update({(name, e): e in value for e in variable.domain})
            case MapVariable():
                found.update({(name, key): value[key] for key in variable.domain})
            case _:
                found[name,] = value
    return found


def position_at(game: Game, values: dict[Place, Any]) -> Position:
    """Put a position together."""
    found: list[Any] = []
    for name, variable in game.variables.items():
        match variable:
            case SubsetVariable():
                found.append(frozenset(e for e in variable.domain if values[name, e]))
            case MapVariable():
                found.append(StateMap((key, values[name, key]) for key in variable.domain))
            case _:
                found.append(values[name,])
    return Position(game, tuple(found))


def read_state(game: Game, runner: SymbolicInterpreter, here: Diagram) -> Position:
    """Read the one position that a run on one position has led to."""
    found: dict[Place, Any] = {}
    for name, variable in game.variables.items():
        value = runner.state[name]
        match variable:
            case FlagVariable():
                found[name,] = (value & here).satisfiable()
            case SubsetVariable():
                found.update({(name, e): (w & here).satisfiable() for e, w in value.of.items()})
            case MapVariable():
                within = runner.algebra.within
                found.update({(name, key): within(v, here).only() for key, v in value.items()})
            case _:
                found[name,] = runner.algebra.within(value, here).only()
    return position_at(game, found)
