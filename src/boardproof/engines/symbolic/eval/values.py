"""Values while rules run on all positions at once: each is a function of the position before.

A truth is a diagram. Anything else is `Cases`: for each value it may have, where it has it. A set
is `Members`: for each element, where it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from ..bdd.manager import Diagram, united


class BooleanFunctions(Protocol):
    """What evaluation needs of Boolean functions: diagrams, or anything with `& | ^ ~`."""

    true: Diagram
    false: Diagram

    @property
    def used(self) -> int:
        """The number of nodes made so far."""
        ...

    def any_of(self, diagrams: Iterable[Diagram]) -> Diagram:
        """Return the disjunction."""
        ...

    def ite(self, test: Diagram, yes: Diagram, no: Diagram) -> Diagram:
        """Return the function that is `yes` where the test holds, `no` elsewhere."""
        ...


class Cases:
    """A value that depends on the position: where it is what. The places do not overlap."""

    __slots__ = ("of",)

    def __init__(self, of: Mapping[Any, Diagram]) -> None:
        self.of = dict(of)

    def known(self) -> bool:
        """Whether there is one value only."""
        return len(self.of) == 1

    def only(self) -> Any:
        """Return the one value."""
        (value,) = self.of
        return value


class Members:
    """A set that depends on the position: where each element is in it."""

    __slots__ = ("of",)

    def __init__(self, of: Mapping[Any, Diagram]) -> None:
        self.of = dict(of)


Value = Any  # a Diagram, Cases or Members


class ValueAlgebra:
    """Joins and compares values; impossible cases are dropped on the way."""

    def __init__(self, diagrams: BooleanFunctions) -> None:
        self.diagrams = diagrams
        self.true, self.false = diagrams.true, diagrams.false
        self.care = diagrams.true

    def constant(self, value: Any) -> Cases:
        """Write a known value that is no truth."""
        return Cases({value: self.true})

    def known(self, value: Any) -> Value:
        """Write a known value, or a known truth."""
        if isinstance(value, bool):
            return self.true if value else self.false
        return self.constant(value)

    def gathered(self, pairs: Iterable[tuple[Any, Diagram]]) -> Cases:
        """Unite the places of equal values, and drop values that have none."""
        possible = ((value, where) for value, where in pairs if where.satisfiable())
        return Cases(united(possible, self.diagrams.any_of))

    def within(self, value: Cases, live: Diagram) -> Cases:
        """Drop the cases that cannot be where we are."""
        if value.known():
            return value
        kept = {v: w for v, w in value.of.items() if (w & live).satisfiable()}
        return Cases(kept) if len(kept) != 1 else self.constant(next(iter(kept)))

    def choose(self, test: Diagram, yes: Value, no: Value) -> Value:
        """Return one value where a test holds and another where not."""
        if test.valid():
            return yes
        if not test.satisfiable():
            return no
        if isinstance(yes, Members) or isinstance(no, Members):
            return self._choose_members(test, self.members(yes), self.members(no))
        if isinstance(yes, Cases):
            other = ~test
            return self.gathered(
                [(v, w & test) for v, w in yes.of.items()]
                + [(v, w & other) for v, w in no.of.items()]
            )
        return self.diagrams.ite(test, yes, no)

    def _choose_members(self, test: Diagram, yes: Members, no: Members) -> Members:
        names = dict.fromkeys([*yes.of, *no.of])
        return Members(
            {
                e: self.diagrams.ite(test, yes.of.get(e, self.false), no.of.get(e, self.false))
                for e in names
            }
        )

    def members(self, value: Value) -> Members:
        """Read a value as a set."""
        if isinstance(value, Members):
            return value
        return self.joined(
            (element, where) for elements, where in value.of.items() for element in elements
        )

    def joined(self, pairs: Iterable[tuple[Any, Diagram]]) -> Members:
        """Return a set with each element where any of the pairs has it."""
        return Members(united(pairs, self.diagrams.any_of))

    def combined(self, work: Callable[..., Any], *values: Cases) -> Cases:
        """Apply a function to every combination of values that can be."""
        pairs: list[tuple[tuple[Any, ...], Diagram]] = [((), self.care)]
        for value in values:
            pairs = [
                ((*had, v), both)
                for had, where in pairs
                for v, w in value.of.items()
                if (both := where & w).satisfiable()
            ]
        return self.gathered((work(*had), where) for had, where in pairs)

    def where(self, test: Callable[..., bool], *values: Cases) -> Diagram:
        """Return where a test of values holds."""
        return self.combined(test, *values).of.get(True, self.false)

    def same(self, a: Cases, b: Cases) -> Diagram:
        """Return where two values are equal."""
        return self.diagrams.any_of(w & b.of[v] for v, w in a.of.items() if v in b.of)

    def included(self, a: Members, b: Members) -> Diagram:
        """Return where one set is within another."""
        within = self.true
        for element, where in a.of.items():
            within = within & (~where | b.of.get(element, self.false))
        return within
