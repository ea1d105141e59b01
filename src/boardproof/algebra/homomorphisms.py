"""Homomorphisms: operations on sets of states that treat every state by itself.

    Id                  leaves every state as it is
    Sel(name, value…)   keeps the states in which a variable has one of the values
    Put(name, value)    gives a variable a value
    h + k               what h leads to, and what k leads to
    h & k               k first, then h on what that leads to
    ~s                  the states that s does not keep; s must be a selector
    Ite(s, h, k)        h where the selector s keeps a state, k elsewhere
    Fix(h)              everything that h leads to, applied any number of times, none included

A *selector* only ever keeps or drops states. What a homomorphism means is `meaning`, which follows
the text; calling it, `h(states)`, gives the same by a compiled form.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

from ..errors import BadInput

if TYPE_CHECKING:
    from ..engines.symbolic.bdd.state_set import StateSet


class Homomorphism:
    """An operation on sets of states that treats every state by itself."""

    @property
    def is_selector(self) -> bool:
        """Say whether it only ever keeps or drops states."""
        return False

    def __add__(self, other: Homomorphism) -> Homomorphism:
        if not isinstance(other, Homomorphism):
            return NotImplemented
        return union([self, other])

    def __and__(self, other: Homomorphism) -> Homomorphism:
        if not isinstance(other, Homomorphism):
            return NotImplemented
        return composition([self, other])

    def __invert__(self) -> Homomorphism:
        if not self.is_selector:
            raise BadInput(f"only a selector can be negated, and {self} can change a state")
        return self.of if isinstance(self, Complement) else Complement(self)

    def __call__(self, states: StateSet) -> StateSet:
        """Apply it to a set of states."""
        from .plans import plan_for

        return plan_for(states.space, self)(states)


@dataclass(frozen=True)
class Identity(Homomorphism):
    """Leaves every state as it is."""

    @property
    def is_selector(self) -> bool:
        """Say that it keeps every state."""
        return True

    def __str__(self) -> str:
        return "Id"


Id = Identity()


class Sel(Homomorphism):
    """Keeps the states in which a variable has one of the values.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": [0, 1, 2]})
    >>> list((~Sel("x", 0))(space.everything))
    [{'x': 1}, {'x': 2}]
    """

    def __init__(self, name: Any, *values: Any) -> None:
        self.name, self.values = name, frozenset(values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sel) and (self.name, self.values) == (other.name, other.values)

    def __hash__(self) -> int:
        return hash((self.name, self.values))

    @property
    def is_selector(self) -> bool:
        """Say that it keeps or drops states."""
        return True

    def __repr__(self) -> str:
        return f"Sel({', '.join(map(repr, [self.name, *sorted(self.values, key=repr)]))})"


@dataclass(frozen=True)
class PutValue(Homomorphism):
    """Assigns a value to a variable."""

    name: Any
    value: Any

    def __repr__(self) -> str:
        return f"Put({self.name!r}, {self.value!r})"


def Put(name: Any, value: Any) -> Homomorphism:
    """Give a variable a value, or the value that another variable has.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": [0, 1], "y": [0, 1]})
    >>> list(Put("x", 1)(space.state(x=0, y=0)))
    [{'x': 1, 'y': 0}]
    >>> list(Put("x", space["y"])(space.everything))
    [{'x': 0, 'y': 0}, {'x': 1, 'y': 1}]
    """
    if not isinstance(value, SpaceVariable):
        return PutValue(name, value)
    return union(PutValue(name, one) & Sel(value.name, one) for one in value.values)


@dataclass(frozen=True)
class Union(Homomorphism):
    """What any of its parts leads to."""

    parts: tuple[Homomorphism, ...]

    @cached_property
    def is_selector(self) -> bool:
        """Say whether all parts are selectors."""
        return all(part.is_selector for part in self.parts)

    def __str__(self) -> str:
        return f"({' + '.join(map(str, self.parts))})" if self.parts else "Nothing"


#: Keeps no state.
Nothing = Union(())


@dataclass(frozen=True)
class Composition(Homomorphism):
    """Its parts one after the other, the last one first."""

    parts: tuple[Homomorphism, ...]

    @cached_property
    def is_selector(self) -> bool:
        """Say whether all parts are selectors."""
        return all(part.is_selector for part in self.parts)

    def __str__(self) -> str:
        return f"({' & '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Complement(Homomorphism):
    """Keeps the states that a selector drops."""

    of: Homomorphism

    @property
    def is_selector(self) -> bool:
        """Say that it keeps or drops states."""
        return True

    def __str__(self) -> str:
        return f"~{self.of}"


@dataclass(frozen=True)
class Ite(Homomorphism):
    """One homomorphism where a selector keeps a state, and another elsewhere.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": [0, 1, 2]})
    >>> list(Ite(Sel("x", 0), Put("x", 1), Id)(space.everything))
    [{'x': 1}, {'x': 2}]
    """

    test: Homomorphism
    then: Homomorphism
    otherwise: Homomorphism

    def __post_init__(self) -> None:
        if not self.test.is_selector:
            raise BadInput(f"only a selector can be a test, and {self.test} can change a state")

    @cached_property
    def is_selector(self) -> bool:
        """Say whether both ways are selectors."""
        return self.then.is_selector and self.otherwise.is_selector

    def __str__(self) -> str:
        return f"Ite({self.test}, {self.then}, {self.otherwise})"


@dataclass(frozen=True)
class Fix(Homomorphism):
    """Everything that a homomorphism leads to, applied any number of times, none included.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": range(10)})
    >>> two_up = union(Put("x", n + 2) & Sel("x", n) for n in range(8))
    >>> [state["x"] for state in Fix(two_up)(space.state(x=3))]
    [3, 5, 7, 9]
    """

    of: Homomorphism

    @cached_property
    def is_selector(self) -> bool:
        """Say whether it stays where it is, as it does with a selector."""
        return self.of.is_selector

    def __str__(self) -> str:
        return f"Fix({self.of})"


class SpaceVariable:
    """A variable of a space; comparing it gives a selector.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": [0, 1, 2], "y": [0, 1, 2]})
    >>> list(((space["x"] == space["y"]) & (space["x"] != 1))(space.everything))
    [{'x': 0, 'y': 0}, {'x': 2, 'y': 2}]
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, name: Any, values: tuple[Any, ...]) -> None:
        self.name, self.values = name, values

    def __eq__(self, other: object) -> Homomorphism:  # type: ignore[override]
        if not isinstance(other, SpaceVariable):
            return Sel(self.name, other)
        shared = [value for value in self.values if value in other.values]
        return union(Sel(self.name, value) & Sel(other.name, value) for value in shared)

    def __ne__(self, other: object) -> Homomorphism:  # type: ignore[override]
        return ~(self == other)

    def is_in(self, values: Iterable[Any]) -> Homomorphism:
        """Select the states in which the variable has one of the values."""
        return Sel(self.name, *values)


def union(parts: Iterable[Homomorphism]) -> Homomorphism:
    """Unite any number of homomorphisms; none at all leads nowhere."""
    found: list[Homomorphism] = []
    for part in parts:
        found += part.parts if isinstance(part, Union) else [part]
    return found[0] if len(found) == 1 else Union(tuple(found))


def composition(parts: Iterable[Homomorphism]) -> Homomorphism:
    """Put homomorphisms one after the other, the last one first."""
    found: list[Homomorphism] = []
    for part in parts:
        found += part.parts if isinstance(part, Composition) else [part]
    return found[0] if len(found) == 1 else Composition(tuple(found))


def meaning(h: Homomorphism, states: StateSet) -> StateSet:
    """Apply a homomorphism as its text says, part by part: this is what it means."""
    match h:
        case Identity():
            return states
        case Sel():
            return states & states.space.where(h.name, *h.values)
        case PutValue():
            return states.put(h.name, h.value)
        case Union():
            return reduce(
                lambda a, b: a | b, (meaning(p, states) for p in h.parts), states - states
            )
        case Composition():
            return reduce(lambda found, part: meaning(part, found), reversed(h.parts), states)
        case Complement():
            return states - meaning(h.of, states)
        case Ite():
            kept = meaning(h.test, states)
            return meaning(h.then, kept) | meaning(h.otherwise, states - kept)
        case Fix():
            return _least(h.of, states)
    raise TypeError(f"{h!r} is no homomorphism of this algebra")


def _least(h: Homomorphism, states: StateSet) -> StateSet:
    while True:
        more = states | meaning(h, states)
        if more == states:
            return states
        states = more
