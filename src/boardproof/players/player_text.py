"""Players in one word: `random`, `perfect:store=DIR`, `smart:depth=6,time=2`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import UnknownPlayer
from ..suggest import suggest


@dataclass(frozen=True)
class PlayerOption:
    """The value of an option: its description, and how it is read."""

    description: str
    read: Callable[[str], Any]


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise ValueError(text)
    return int(text)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < float("inf"):
        raise ValueError(text)
    return seconds


WHOLE = PlayerOption("a whole number, 1 or more", _whole)
SECONDS = PlayerOption("a number of seconds above 0", _seconds)
FOLDER = PlayerOption("a folder", Path)


@dataclass(frozen=True)
class PlayerKind:
    """A player a word can name: the module and class it is, and the options it takes."""

    home: str
    options: Mapping[str, PlayerOption] = field(default_factory=dict)

    def load(self) -> Callable[..., Any]:
        """Import the class, only when it is needed: what it imports may be heavy."""
        module, _, name = self.home.partition(":")
        loaded: Callable[..., Any] = getattr(import_module(module), name)
        return loaded


def split_word(word: str) -> tuple[str, dict[str, str]]:
    """Split a player's name from its options.

    >>> split_word("smart:depth=6,time=2")
    ('smart', {'depth': '6', 'time': '2'})
    """
    name, colon, rest = word.partition(":")
    options: dict[str, str] = {}
    for part in rest.split(",") if colon else []:
        key, equals, value = part.partition("=")
        if not (key and equals and value):
            raise UnknownPlayer(f"{word!r}: options are written {name}:key=value,key=value")
        if key in options:
            raise UnknownPlayer(f"{word!r} gives {key} twice")
        options[key] = value
    return name, options


def read_options(name: str, kind: PlayerKind, given: Mapping[str, str]) -> dict[str, Any]:
    """Read the options of a player, or raise `UnknownPlayer` naming the one it cannot take.

    >>> read_options("smart", PlayerKind("", {"depth": WHOLE}), {"depth": "6"})
    {'depth': 6}
    """
    return {key: _value(name, kind, key, text) for key, text in given.items()}


def _value(name: str, kind: PlayerKind, key: str, text: str) -> Any:
    if key not in kind.options:
        known = f"it has {', '.join(kind.options)}" if kind.options else "it has none"
        hint = suggest(key, kind.options, known)
        raise UnknownPlayer(f"{name} has no option {key!r}: {hint}")
    option = kind.options[key]
    try:
        return option.read(text)
    except ValueError:
        raise UnknownPlayer(f"{name}:{key}={text}: {key} is {option.description}") from None
