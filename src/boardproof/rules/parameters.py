"""Parameters of a game, and the readings of its text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ..errors import BadParameter

T = TypeVar("T", int, str, bool)


@dataclass
class Option:
    """A declared parameter: its default, its allowed values, and the sentence it reads."""

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
        """Whether this is a reading, which quotes a sentence, and not a plain size."""
        return bool(self.says)

    def allowed(self) -> str:
        """Return a description of the allowed values."""
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
        """Parse the value of a `name=value` word."""
        for choice in self.choices:
            if text == spell(choice) or text == str(choice):
                return choice
        if not self.choices and text.lstrip("-").isdigit() and text.isascii():
            return self.check(int(text))
        raise self.refuse(text)

    def check(self, value: Any) -> Any:
        """Return the value if it is allowed, otherwise raise `BadParameter`."""
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
        """Return the error for a value that is not allowed."""
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
    """Declare a parameter of the game, such as a size or a number of players.

    `alias` is its public name, for when a rule already uses that word.
    """
    if isinstance(default, bool) and not choices:
        choices = cast(tuple[T, ...], (default, not default))
    return cast(T, Option(default, at_least, at_most, choices, name=alias))


def Reading(default: T, *others: T, says: str, **meanings: str) -> T:
    """Declare how an ambiguous sentence of the game's text is read.

    `says` quotes the sentence; a keyword named like a value explains that value.
    """
    return cast(T, Option(default, choices=(default, *others), says=says, meanings=meanings))
