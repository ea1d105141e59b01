"""The words of a command that asks: a game, its parameters, and a question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import BadInput
from ...reading.loader import find_game, make_game, parse_parameters
from ...rules.game import Game

if TYPE_CHECKING:
    from ...ir.rules import Rules

#: `name=value`, and not a comparison.
_GIVEN = re.compile(r"(\w+)=([^=\s]\S*)")


@dataclass(frozen=True)
class Words:
    """The words of a command: parameters of the game, arguments of a question, and all others."""

    parameters: tuple[str, ...]
    arguments: dict[str, str]
    others: tuple[str, ...]


def split_words(cls: type[Game], words: tuple[str, ...]) -> Words:
    """Split words into the game's parameters, a question's `name=value` arguments, and the rest.

    >>> from boardproof.rules.sample import Diagonals
    >>> split_words(Diagonals, ("size=3", "fills", "player=A"))
    Words(parameters=('size=3',), arguments={'player': 'A'}, others=('fills',))
    """
    parameters, arguments, others = [], {}, []
    for word in words:
        given = _GIVEN.fullmatch(word)
        if given is None:
            others.append(word)
        elif given[1] in cls.options:
            parameters.append(word)
        else:
            arguments[given[1]] = given[2]
    return Words(tuple(parameters), arguments, tuple(others))


def question_of(words: Words) -> str:
    """Join the words of a question: `winning player=P0` is `winning(player=P0)`."""
    text = " ".join(words.others)
    if not words.arguments:
        return text
    if not text.isidentifier():
        name = next(iter(words.arguments))
        raise BadInput(f"{name} is neither a parameter of the game nor an argument of {text!r}")
    given = ", ".join(f"{name}={_value(value)}" for name, value in words.arguments.items())
    return f"{text}({given})"


def _value(text: str) -> str:
    return f"({text})" if "," in text and not text.startswith("(") else text


def rules_of(
    cls: type[Game],
    parameters: tuple[str, ...],
    beside: str | None = None,
) -> Rules:
    """Read a game, with the properties of a file beside it."""
    from ...reading.reader import read

    if beside is not None:
        from ...reading.property_files import with_properties

        cls = with_properties(cls, beside)
    return read(make_game(cls, parse_parameters(cls, parameters)))


def game_and_words(game: str, words: tuple[str, ...]) -> tuple[type[Game], Words]:
    """Find a game and split the words after it."""
    cls = find_game(game)
    return cls, split_words(cls, words)
