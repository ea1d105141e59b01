"""Positions: immutable values of a game's state variables."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Any

from ..errors import BadPosition, OutOfBounds
from ..ir.rules import Rules
from ..rules.game import Game
from ..rules.starts import START
from ..rules.state import NoSuchPlace, Refused
from ..suggest import suggest


class Position:
    """One value for every state variable; equal when the values are, whatever the history.

    >>> from boardproof.rules.sample import Diagonals
    >>> position = starting_position(Diagonals())
    >>> position.turn, position["turn"], position.mark[0, 0]
    ('A', 'A', None)
    >>> position.replace(turn="B").turn
    'B'
    """

    __slots__ = ("_hash", "game", "values")

    _hash: int
    game: Game
    values: tuple[Any, ...]

    def __init__(self, game: Game, values: tuple[Any, ...]) -> None:
        _set(self, "game", game)
        _set(self, "values", values)
        _set(self, "_hash", hash(values))

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"{self.game.name} has no state variable {name!r}") from None

    def __getitem__(self, name: str) -> Any:
        """Return the value of a variable, whatever it is called: `game` and `values` too."""
        return self.values[list(self.game.variables).index(name)]

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError("a position never changes; use replace()")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self.game is not other.game and self.game.identity != other.game.identity:
            return False
        return self.values == other.values

    def as_dict(self) -> dict[str, Any]:
        """Return the values by variable name."""
        return dict(zip(self.game.variables, self.values, strict=True))

    def replace(self, **changes: Any) -> Position:
        """Return the position with some variables replaced; a map may be replaced in part."""
        values = self.as_dict()
        for name, change in changes.items():
            if name in values and isinstance(values[name], Mapping) and isinstance(change, Mapping):
                change = {**values[name], **change}
            values[name] = change
        return position_of(self.game, values)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.as_dict().items())
        return f"Position({shown})"


_set = object.__setattr__


def check_game(position: Position, game: Game) -> None:
    """Refuse a position of another game, or of the same game read another way."""
    own = position.game
    if own is not game and own.identity != game.identity:
        problem = f"this is a position of {own.identity}, and the game here is {game.identity}"
        raise BadPosition(problem)


def position_of(game: Game, values: Mapping[str, Any]) -> Position:
    """Return a position of plain values, or raise `BadPosition` naming the one that is wrong."""
    for name in values:
        if name not in game.variables:
            hint = suggest(name, game.variables, f"it has {', '.join(game.variables)}")
            raise BadPosition(f"{game.name} has no state variable {name!r}: {hint}")
    for name in game.variables:
        if name not in values:
            raise BadPosition(f"{name} is missing: a position gives every state variable")
    try:
        return Position(game, tuple(v.accept(values[n]) for n, v in game.variables.items()))
    except Refused as refusal:
        kind = OutOfBounds if isinstance(refusal, NoSuchPlace) else BadPosition
        raise kind(str(refusal)) from None


def starting_position(game: Game) -> Position:
    """Return the position in which every variable has the value it starts with.

    Where games start from many positions, it is one of them.
    """
    return Position(game, tuple(variable.start for variable in game.variables.values()))


def with_start(rules: Rules, position: Position) -> Rules:
    """Return the rules of the same game, starting from another position of it, and from no other.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules = read(Diagonals())
    >>> later = starting_position(rules.game).replace(turn="B")
    >>> starting_position(with_start(rules, later).game).turn
    'B'
    """
    check_game(position, rules.game)
    game = copy(rules.game)
    starts = zip(rules.game.variables.items(), position.values, strict=True)
    game.__dict__["variables"] = {name: replace(v, start=start) for (name, v), start in starts}
    if not rules.starts_anywhere:
        return replace(rules, game=game)
    game.__dict__[START] = None
    asked = {name: mark for name, mark in rules.asked.items() if name != START}
    functions = {name: rule for name, rule in rules.functions.items() if name != START}
    return replace(rules, game=game, asked=asked, functions=functions)
