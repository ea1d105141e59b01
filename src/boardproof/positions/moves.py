"""Moves and their names: short, readable, and read back exactly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import UnreadableMove
from ..ir.rules import PASS
from ..rules.game import Game, choices, marked

#: What stands between the steps of a turn in its name.
THEN = "+"


@dataclass(frozen=True)
class Move:
    """A rule with its arguments, under a short name.

    A turn of several steps is one move, made of `parts`: it has the rule and the arguments of the
    first.
    """

    rule: str
    arguments: tuple[Any, ...]
    name: str
    parts: tuple[Move, ...] = ()

    @property
    def steps(self) -> tuple[Move, ...]:
        """The moves that are made one after another: itself, unless it is a turn of several."""
        return self.parts or (self,)

    @property
    def full_name(self) -> str:
        """The name with the rule's, whether it is needed or not."""
        return THEN.join(_long(step.rule, step.arguments) for step in self.steps)

    def __str__(self) -> str:
        return self.name


def turn_of(steps: Sequence[Move]) -> Move:
    """Return the move that consists of some steps.

    >>> jump, again = Move("jump", (1, 3), "1-3"), Move("jump", (3, 5), "3-5")
    >>> print(turn_of([jump, again])), turn_of([jump, again]).steps == (jump, again)
    1-3+3-5
    (None, True)
    """
    if len(steps) == 1:
        return steps[0]
    name = THEN.join(step.name for step in steps)
    return replace(steps[0], name=name, parts=tuple(steps))


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
        """Return the move that the text names; of several steps, their names with a + between."""
        steps = self._steps(text)
        if steps is None:
            names = list(self._exact)
            shown = names if len(names) <= 8 else [*names[:2], "...", names[-1]]
            hint = f"moves are written {', '.join(shown)}"
            raise UnreadableMove(f"{text.strip()!r} is not a move: {hint}")
        return turn_of(steps)

    def _steps(self, text: str) -> list[Move] | None:
        """Return the steps that a text names, None where it names none; a name may have a + too."""
        loose = _loose(text)
        move = self._exact.get(text) or self._loose.get(loose) or self._full.get(loose)
        if move is not None:
            return [move]
        words = text.split(THEN)
        for end in range(1, len(words)):
            first = self._steps(THEN.join(words[:end]))
            rest = first and self._steps(THEN.join(words[end:]))
            if first and rest:
                return [*first, *rest]
        return None


def _loose(text: str) -> str:
    """Write a name with single spaces between its words and numbers.

    >>> _loose("Go( (0,1) - (0,2) )"), _loose("3--1"), _loose("-1")
    ('go 0 1 0 2', '3 -1', '-1')
    """
    return re.sub(_BETWEEN, " ", text).strip().casefold()


#: What stands between the words and numbers of a move's name; a sign belongs to its number.
_BETWEEN = r"(?:[\s,()]|(?<=[\w)])-|-(?!\d))+"
