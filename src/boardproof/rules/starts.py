"""Where games start: from one position, or from any of many."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .state import Refused

if TYPE_CHECKING:
    from .game import Game

#: The name under which a rulebook says where games start.
START = "start"


@dataclass(frozen=True)
class AnyPosition:
    """Every well-typed position of which a text holds, and the line where that is written."""

    text: str
    file: str = ""
    line: int = 0


def any_position(text: str) -> AnyPosition:
    """Let a game start from every position of which a text holds: `start = any_position("…")`.

    The text is a query: an expression of the rule language in which a game's own names stand alone.

    >>> any_position("wellformed and not over").text
    'wellformed and not over'
    """
    if not isinstance(text, str):
        raise Refused("any_position takes a text", 'write start = any_position("wellformed")')
    writer = sys._getframe(1)
    return AnyPosition(text, writer.f_code.co_filename, writer.f_lineno)


def starts_of(game: Game) -> AnyPosition | None:
    """Return from which positions a game starts, None where it is the one that variables declare.

    >>> from boardproof.rules import Game
    >>> class Ending(Game):
    ...     start = any_position("wellformed")
    >>> starts_of(Ending()).text, starts_of(Game())
    ('wellformed', None)
    """
    start = getattr(game, START, None)
    return start if isinstance(start, AnyPosition) else None


def misnamed_starts(game: Game) -> Iterator[str]:
    """Yield the names other than `start` that are given to starting positions."""
    members = {**vars(game), **{name: getattr(type(game), name) for name in dir(type(game))}}
    for name, value in members.items():
        if isinstance(value, AnyPosition) and name != START:
            yield name
