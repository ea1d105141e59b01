"""Values that stand for many: what a rule handles when it is followed on all positions at once.

A number is a sum of unknown numbers; anything else that is unknown is one of finitely many values,
and is settled, by taking each in turn, when something depends on which one it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class Unproved(Exception):
    """A claim about rules that could not be proved; the message is the reason."""


def prove(truth: bool) -> None:
    """Raise `Unproved` unless something holds."""
    if not truth:
        raise Unproved


@dataclass(frozen=True)
class LinearSum:
    """A linear combination of unknown numbers, plus a known one."""

    terms: Mapping[int, int] = field(default_factory=dict)
    known: int = 0

    def plus(self, other: LinearSum, times: int = 1) -> LinearSum:
        """Add a multiple of another number.

        >>> LinearSum({1: 2}, 3).plus(LinearSum({1: 2}, 1), -1)
        LinearSum(terms={}, known=2)
        """
        terms = dict(self.terms)
        for atom, count in other.terms.items():
            count = terms.pop(atom, 0) + times * count
            if count:
                terms[atom] = count
        return LinearSum(terms, self.known + times * other.known)


def as_sum(value: Any) -> LinearSum:
    """Return a number as a sum."""
    if isinstance(value, LinearSum):
        return value
    prove(isinstance(value, int))
    return LinearSum(known=int(value))


def plain(value: Any) -> Any:
    """Return a sum without unknowns as a plain number."""
    return value.known if isinstance(value, LinearSum) and not value.terms else value


class Unknown:
    """One of some values, or, where they are too many to list, anything."""

    def __init__(self, values: list[Any] | None) -> None:
        self.values = values


class Decisions:
    """Goes through all ways to decide, one after another: each way is a run of its own."""

    def __init__(self) -> None:
        self._taken: list[tuple[int, int]] = []
        self._next = 0

    def decide(self, ways: int) -> int:
        """Return the way to take: the one that is due, or the first."""
        if self._next == len(self._taken):
            self._taken.append((0, ways))
        self._next += 1
        return self._taken[self._next - 1][0]

    def advance(self) -> bool:
        """Turn to the next run; whether there is one."""
        del self._taken[self._next :]
        self._next = 0
        while self._taken:
            way, ways = self._taken.pop()
            if way + 1 < ways:
                self._taken.append((way + 1, ways))
                return True
        return False
