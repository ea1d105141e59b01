"""Parameters of a game, and the readings of its text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ..errors import BadParameter

T = TypeVar("T", int, str, bool)


@dataclass
class Option:
    """A declared parameter: its default, what it may be, and the sentence it reads."""

    default: Any
    at_least: int | None = None
    at_most: int | None = None
    choices: tuple[Any, ...] = ()
    says: str = ""
    meanings: dict[str, str] = field(default_factory=dict)
    name: str = ""
    attribute: str = ""

    @property
    def is_reading(self) -> bool:
        """Tell readings of a text, which have a sentence, from plain sizes."""
        return bool(self.says)

    def allowed(self) -> str:
        """Say what the parameter may be."""
        if self.choices:
            return " or ".join(spell(choice) for choice in self.choices)
        if self.at_least is None and self.at_most is None:
            return "a whole number"
        if self.at_most is None:
            return f"{self.at_least} or more"
        if self.at_least is None:
            return f"{self.at_most} or less"
        return f"{self.at_least} to {self.at_most}"

    def parse(self, text: str) -> Any:
        """Read the parameter from a `name=value` word."""
        for choice in self.choices:
            if text == spell(choice) or text == str(choice):
                return choice
        if not self.choices and text.lstrip("-").isdigit() and text.isascii():
            return self.check(int(text))
        raise self.refuse(text)

    def check(self, value: Any) -> Any:
        """Return the value if the parameter may take it."""
        if self.choices:
            fits = any(value == c and type(value) is type(c) for c in self.choices)
        else:
            fits = type(value) is int
            fits = fits and (self.at_least is None or value >= self.at_least)
            fits = fits and (self.at_most is None or value <= self.at_most)
        if not fits:
            raise self.refuse(value)
        return value

    def refuse(self, value: object) -> BadParameter:
        """Say that a value does not fit."""
        return BadParameter(f"{self.name}={spell(value)}: {self.name} must be {self.allowed()}")


def spell(value: object) -> str:
    """Write a parameter's value as on the command line.

    >>> spell(True), spell("takes"), spell(3)
    ('true', 'takes', '3')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def Parameter(
    default: T,
    at_least: int | None = None,
    at_most: int | None = None,
    choices: tuple[T, ...] = (),
    alias: str = "",
) -> T:
    """Declare a parameter of the game: a size, a number of players.

    `alias` is the name users know it by, where a rule's own word is in the way.
    """
    if isinstance(default, bool) and not choices:
        choices = cast(tuple[T, ...], (default, not default))
    return cast(T, Option(default, at_least, at_most, choices, name=alias))


def Reading(default: T, *others: T, says: str, **meanings: str) -> T:
    """Declare how an unclear sentence of the game's text is read.

    `says` quotes the sentence; a keyword named like a value explains that value.
    """
    return cast(T, Option(default, choices=(default, *others), says=says, meanings=meanings))
