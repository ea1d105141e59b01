"""Observation planes: a position as numbers on the squares of a board, for programs that learn.

Every variable is shown on planes of one shape, of rows and columns. A map onto named values has a
plane for each value, `None` too; a map onto numbers, a set and a single place have one. Flags and
counts are the same number on the whole of a plane. The last planes say who is to move, one for each
player; a `Turn` variable that says the same has none of its own.

    A or B on 3×3 cells     mark=None | mark=A | mark=B | to move: A | to move: B
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..positions.position import Position
from ..rules.domains import Domain, OrNone, Range
from ..rules.game import Game
from ..rules.grids import BoardDomain
from ..rules.state import MapVariable, SubsetVariable, Variable
from .columns import Array


@dataclass(frozen=True)
class Plane:
    """What one plane shows: of which variable, which of its values, and where it lies.

    Where `places` is empty, the plane is filled with one number. A plane that shows a `value` has a
    one where the variable has that; other planes have a number from 0 to `most`. The planes of the
    players to move belong to no variable.
    """

    name: str
    variable: Variable | None
    places: tuple[int, ...] = ()
    value: int | None = None
    most: int = 1


class ObservationPlanes:
    """The planes of a game.

    >>> from boardproof.positions.position import starting_position
    >>> from boardproof.rules.sample import Diagonals
    >>> planes = ObservationPlanes(Diagonals())
    >>> planes.shape, [plane.name for plane in planes.planes]
    ((5, 2, 2), ['mark=None', 'mark=A', 'mark=B', 'to move: A', 'to move: B'])
    >>> planes.observe(starting_position(planes.game), mover=0)[[0, 3], 0, 0]
    array([1., 1.], dtype=float32)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        variables = [v for v in game.variables.values() if v is not _turn(game)]
        self.rows, self.columns = _extent([d for v in variables for d in _domains(v)])
        shown = [plane for variable in variables for plane in self._planes_of(variable)]
        movers = [Plane(f"to move: {player}", None, value=n) for n, player in _seats(game)]
        self.planes: tuple[Plane, ...] = (*shown, *movers)
        self.shape = (len(self.planes), self.rows, self.columns)

    def _planes_of(self, variable: Variable) -> Iterator[Plane]:
        name, domain = variable.name, variable.domain
        if isinstance(variable, MapVariable):
            places, values = self._places(domain), variable.values
            if isinstance(values, Range):
                yield Plane(name, variable, places, most=max(1, len(values) - 1))
                return
            for code, value in enumerate(values):
                yield Plane(f"{name}={value}", variable, places, value=code)
        elif _is_number(variable):
            yield Plane(name, variable, most=max(1, len(domain) - 1))
        else:
            yield Plane(name, variable, self._places(_some(domain)))

    def _places(self, domain: Domain[Any]) -> tuple[int, ...]:
        """Return the square of each element: as it is drawn, and else one after another."""
        drawn = _drawn(domain)
        if not drawn:
            return tuple(range(len(domain)))
        return tuple(row * self.columns + column for row, column in drawn)

    @cached_property
    def scale(self) -> Array:
        """What the numbers of each plane are divided by to lie between 0 and 1."""
        return np.array([plane.most for plane in self.planes], np.float32)

    def observe(self, position: Position, mover: int | None) -> Array:
        """Return the planes of a position, each number between 0 and 1; no one may be to move."""
        seen = np.zeros((len(self.planes), self.rows * self.columns), np.float32)
        values = position.as_dict()
        for row, plane in zip(seen, self.planes, strict=True):
            if plane.variable is None:
                row[:] = plane.value == mover
            else:
                _show(plane, values[plane.variable.name], row)
        return seen.reshape(self.shape)


def _show(plane: Plane, value: Any, row: Array) -> None:
    """Fill the squares of one plane."""
    variable, places = plane.variable, plane.places
    assert variable is not None
    if isinstance(variable, MapVariable):
        codes = [variable.values.index(value[key]) for key in variable.domain]
        shown = plane.value
        row[list(places)] = [c / plane.most if shown is None else c == shown for c in codes]
    elif isinstance(variable, SubsetVariable):
        row[[places[variable.domain.index(element)] for element in value]] = 1
    elif places:
        if value is not None:
            row[places[_some(variable.domain).index(value)]] = 1
    else:
        row[:] = variable.domain.index(int(value)) / plane.most


def _turn(game: Game) -> Variable | None:
    """Return the variable that says who is to move and nothing else does, if there is one."""
    if type(game).to_move is not Game.to_move:
        return None
    return next((v for v in game.variables.values() if v.word == "Turn"), None)


def _seats(game: Game) -> Iterator[tuple[int, str]]:
    return enumerate(map(str, game.players))


def _some(domain: Domain[Any]) -> Domain[Any]:
    """Return a domain without its `None`."""
    return domain.of if isinstance(domain, OrNone) else domain


def _is_number(variable: Variable) -> bool:
    """Whether a variable is one number, or yes or no: its planes have no places."""
    alone = not isinstance(variable, MapVariable | SubsetVariable)
    return alone and (variable.word == "Flag" or isinstance(variable.domain, Range))


def _domains(variable: Variable) -> list[Domain[Any]]:
    """Return the domain whose elements are squares of the variable's planes, if it has any."""
    return [] if _is_number(variable) else [_some(variable.domain)]


def _drawn(domain: Domain[Any]) -> list[tuple[int, int]]:
    """Return the row and the column of each element, where the domain is a board of several rows.

    Such is drawn in rows, or consists of pairs of numbers, as some squares of a chequered board.
    """
    rows = domain.drawn if isinstance(domain, BoardDomain) else ()
    if len(rows) > 1:
        at = {place: (r, c) for r, row in enumerate(rows) for c, place in enumerate(row)}
        return [at[place] for place in domain]
    if all(isinstance(e, tuple) and [type(n) for n in e] == [int, int] for e in domain):
        first = [min(pair[axis] for pair in domain) for axis in (0, 1)]
        return [(pair[0] - first[0], pair[1] - first[1]) for pair in domain]
    return []


def _extent(domains: list[Domain[Any]]) -> tuple[int, int]:
    """Return how many rows and columns have room for all domains; boards keep their form."""
    squares = [square for domain in domains for square in _drawn(domain)]
    rows = max((row for row, _ in squares), default=0) + 1
    most = max((len(domain) for domain in domains if not _drawn(domain)), default=1)
    columns = max((column for _, column in squares), default=most - 1) + 1
    return max(rows, -(-most // columns)), columns
