"""Moves and their names: short, readable, and read back exactly."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..errors import UnreadableMove
from ..ir.rules import PASS
from ..rules.game import Game, choices, marked


@dataclass(frozen=True)
class Move:
    """A rule with its arguments, under a short name."""

    rule: str
    arguments: tuple[Any, ...]
    name: str

    def __str__(self) -> str:
        return self.name


def all_moves(game: Game, rules: tuple[str, ...] | None = None) -> tuple[Move, ...]:
    """Return every move of a game, legal now or not, in the order of the rulebook.

    A move is named by its arguments, `4` or `(2,3)`; where that would be unclear or empty, by its
    rule as well: `note`, `take(3)`.

    >>> from boardproof.rules.sample import Diagonals
    >>> [move.name for move in all_moves(Diagonals())]
    ['(0,0)', '(0,1)', '(1,0)', '(1,1)']
    """
    calls = [
        (rule, tuple(arguments.values()))
        for rule, mark in marked(type(game), "move").items()
        if rules is None or rule in rules
        for arguments in choices(game, mark)
    ]
    calls += [(PASS, ())] if PASS in (rules or ()) else []
    uses = Counter(_short(arguments) for _, arguments in calls)
    return tuple(Move(*call, _name(*call, uses)) for call in calls)


def _name(rule: str, arguments: tuple[Any, ...], uses: Counter[str]) -> str:
    short = _short(arguments)
    return short if arguments and uses[short] == 1 else _long(rule, arguments)


def _short(arguments: tuple[Any, ...]) -> str:
    return "-".join(map(str, arguments))


def _long(rule: str, arguments: tuple[Any, ...]) -> str:
    return f"{rule}({_short(arguments)})" if arguments else rule


class MoveNames:
    """Reads moves from text: exact names first, then loosely, then with the rule's name before.

    >>> from boardproof.rules.sample import Diagonals
    >>> names = MoveNames(all_moves(Diagonals()))
    >>> names.read("(1,0)") is names.read("1 0") is names.read("play(1,0)")
    True
    """

    def __init__(self, moves: tuple[Move, ...]) -> None:
        self._exact = {move.name: move for move in moves}
        self._full = {_loose(_long(move.rule, move.arguments)): move for move in moves}
        loose = Counter(_loose(move.name) for move in moves)
        self._loose = {_loose(m.name): m for m in moves if loose[_loose(m.name)] == 1}

    def read(self, text: str) -> Move:
        """Return the move that the text names."""
        loose = _loose(text)
        move = self._exact.get(text) or self._loose.get(loose) or self._full.get(loose)
        if move is None:
            names = list(self._exact)
            shown = names if len(names) <= 8 else [*names[:2], "...", names[-1]]
            hint = f"moves are written {', '.join(shown)}"
            raise UnreadableMove(f"{text.strip()!r} is not a move: {hint}")
        return move


def _loose(text: str) -> str:
    """Write a name with single spaces between its words and numbers.

    >>> _loose("Go( (0,1) - (0,2) )"), _loose("3--1"), _loose("-1")
    ('go 0 1 0 2', '3 -1', '-1')
    """
    return re.sub(_BETWEEN, " ", text).strip().casefold()


#: What stands between the words and numbers of a move's name; a sign belongs to its number.
_BETWEEN = r"(?:[\s,()]|(?<=[\w)])-|-(?!\d))+"
