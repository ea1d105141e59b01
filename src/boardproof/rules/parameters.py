"""Parameters of a game, and the readings of its text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Integral
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
    matches: str | Callable[[str], object] = ""
    name: str = ""
    attribute: str = ""

    @property
    def is_reading(self) -> bool:
        """Whether this is a reading, which quotes a sentence, and not a plain size."""
        return bool(self.says)

    @property
    def is_text(self) -> bool:
        """Whether this is a text of the user's own, and neither a number nor one of some words."""
        return isinstance(self.default, str) and not self.choices

    def allowed(self) -> str:
        """Return a description of the allowed values."""
        if self.choices:
            return " or ".join(spell(choice) for choice in self.choices)
        if self.is_text:
            return self._allowed_text()
        if self.at_least is None and self.at_most is None:
            return "a whole number"
        if self.at_most is None:
            return f"{self.at_least} or more"
        if self.at_least is None:
            return f"{self.at_most} or less"
        return f"{self.at_least} to {self.at_most}"

    def _allowed_text(self) -> str:
        if isinstance(self.matches, str):
            return f"text that matches {self.matches}" if self.matches else "text without spaces"
        sentence = (self.matches.__doc__ or "").strip().split("\n")[0].rstrip(".")
        return f"text: {sentence}" if sentence else f"text that {self.matches.__name__} accepts"

    def _fits_text(self, value: Any) -> bool:
        """Whether a value is a text that is allowed; one with spaces would not be one word."""
        if not isinstance(value, str) or not value or re.search(r"\s", value):
            return False
        if isinstance(self.matches, str):
            return not self.matches or re.fullmatch(self.matches, value) is not None
        return bool(self.matches(value))

    def parse(self, text: str) -> Any:
        """Parse the value of a `name=value` word."""
        if self.is_text:
            return self.check(text)
        for choice in self.choices:
            if text == spell(choice) or text == str(choice):
                return choice
        if not self.choices and text.lstrip("-").isdigit() and text.isascii():
            return self.check(int(text))
        raise self.refuse(text)

    def check(self, value: Any) -> Any:
        """Return the value if it is allowed, otherwise raise `BadParameter`.

        A whole number of another library, as one of an array, is taken for the same number.
        """
        if isinstance(value, Integral) and not isinstance(value, bool):
            value = int(value)
        if self.choices:
            fits = any(value == c and type(value) is type(c) for c in self.choices)
        elif self.is_text:
            fits = self._fits_text(value)
        else:
            fits = type(value) is int
            fits = fits and (self.at_least is None or value >= self.at_least)
            fits = fits and (self.at_most is None or value <= self.at_most)
        if not fits:
            text_for_number = isinstance(value, str) and not isinstance(self.default, str)
            raise self.refuse(repr(value) if text_for_number else value)
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
    matches: str | Callable[[str], object] = "",
) -> T:
    """Declare a parameter of the game, such as a size or a number of players.

    `alias` is its public name, for when a rule already uses that word. One whose default is a text
    is a text; `matches` is a pattern that the whole of it matches, or a function that accepts it.
    """
    if isinstance(matches, str):
        _check_pattern(matches)
    if matches and (not isinstance(default, str) or choices):
        raise ValueError("matches is for a text: give it a text as its default, and no choices")
    if isinstance(default, bool) and not choices:
        choices = cast(tuple[T, ...], (default, not default))
    return cast(T, Option(default, at_least, at_most, choices, name=alias, matches=matches))


def _check_pattern(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as wrong:
        raise ValueError(f"{pattern!r} is no pattern: {wrong}") from None


def Reading(default: T, *others: T, says: str, **meanings: str) -> T:
    """Declare how an ambiguous sentence of the game's text is read.

    `says` quotes the sentence; a keyword named like a value explains that value.
    """
    return cast(T, Option(default, choices=(default, *others), says=says, meanings=meanings))
