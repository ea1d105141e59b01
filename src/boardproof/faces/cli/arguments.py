"""What commands that ask share: words that name a game, its parameters and a question."""

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
    """The words of a command, told apart: parameters of the game, arguments, and all else."""

    parameters: tuple[str, ...]
    arguments: dict[str, str]
    others: tuple[str, ...]


def split_words(cls: type[Game], words: tuple[str, ...]) -> Words:
    """Tell `name=value` words that are parameters from those that are a question's arguments.

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
    """Put the words of a question together: `winning player=P0` is `winning(player=P0)`."""
    text = " ".join(words.others)
    if not words.arguments:
        return text
    if not text.isidentifier():
        name = next(iter(words.arguments))
        raise BadInput(f"{name}=… is no parameter of the game, nor an argument of {text!r}")
    given = ", ".join(f"{name}={_value(value)}" for name, value in words.arguments.items())
    return f"{text}({given})"


def _value(text: str) -> str:
    return f"({text})" if "," in text and not text.startswith("(") else text


def rules_of(
    cls: type[Game],
    parameters: tuple[str, ...],
    beside: str | None = None,
    start: str | None = None,
) -> Rules:
    """Read a game, with the properties of a file beside it, to start from a position."""
    from ...reading.reader import read

    if beside is not None:
        from ...reading.property_files import with_properties

        cls = with_properties(cls, beside)
    rules = read(make_game(cls, parse_parameters(cls, parameters)))
    if start is None:
        return rules
    from ...positions.notation import read_position
    from ...positions.position import started_at

    return started_at(rules, read_position(rules.game, start))


def game_and_words(game: str, words: tuple[str, ...]) -> tuple[type[Game], Words]:
    """Find a game and tell the words after it apart."""
    cls = find_game(game)
    return cls, split_words(cls, words)
