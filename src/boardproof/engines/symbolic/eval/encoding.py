"""The encoding of positions: a game's places as slots, positions as values of places."""

from __future__ import annotations

from typing import Any, Protocol

from ....positions.position import Position
from ....rules.game import Game
from ....rules.state import FlagVariable, MapVariable, StateMap, SubsetVariable, Variable
from ..bdd.manager import Diagram
from ..bdd.slots import Place, Slot
from .expressions import State
from .values import BooleanFunctions, Cases, Members


def places_of(variable: Variable) -> dict[Place, tuple[Any, ...]]:
    """Return the places of a variable, each with the values it can have."""
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
    """Return the places of a game in the order of declaration.

    The places of one element of a domain are adjacent, across variables.
    """
    places: dict[Place, tuple[Any, ...]] = {}
    for variable in game.variables.values():
        places.update(places_of(variable))
    first: dict[Any, int] = {}
    for number, place in enumerate(places):
        first.setdefault(place[1:], number)
    return {p: places[p] for p in sorted(places, key=lambda p: (len(p) > 1, first[p[1:]]))}


def plain_slots(game: Game) -> list[Slot]:
    """Return one slot for each place."""
    return [
        Slot((place,), tuple((value,) for value in values))
        for place, values in all_places(game).items()
    ]


class PlaceCoder(Protocol):
    """Encodes the values of places as Boolean functions."""

    @property
    def diagrams(self) -> BooleanFunctions:
        """Who keeps the functions."""
        ...

    def values(self, place: Place, following: bool = False) -> dict[Any, Diagram]:
        """Return for each value of a place where the place has it."""
        ...


def present_state(game: Game, coder: PlaceCoder, following: bool = False) -> State:
    """Return every variable as a function of the present position, or of the next one."""

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
    """Return the value of every place of a position."""
    values: dict[Place, Any] = {}
    for name, variable in position.game.variables.items():
        value = position[name]
        match variable:
            case SubsetVariable():
                values.update({(name, e): e in value for e in variable.domain})
            case MapVariable():
                values.update({(name, key): value[key] for key in variable.domain})
            case _:
                values[name,] = value
    return values


def position_at(game: Game, values: dict[Place, Any]) -> Position:
    """Return the position with these values of its places."""
    state: list[Any] = []
    for name, variable in game.variables.items():
        match variable:
            case SubsetVariable():
                state.append(frozenset(e for e in variable.domain if values[name, e]))
            case MapVariable():
                state.append(StateMap((key, values[name, key]) for key in variable.domain))
            case _:
                state.append(values[name,])
    return Position(game, tuple(state))
