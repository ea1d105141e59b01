"""Homomorphisms: operations on sets of states that distribute over union.

    Id                  the identity
    Sel(name, value…)   keeps the states in which a variable has one of the values
    Put(name, value)    assigns a value to a variable
    h + k               the union of the images under h and k
    h & k               the composition: first k, then h
    ~s                  the states that s drops; s must be a selector
    Ite(s, h, k)        h where the selector s keeps a state, k elsewhere
    Fix(h)              the least fixpoint: the union of the images under h, h & h, … and Id

A *selector* only keeps or drops states. `meaning` defines the semantics, by structural recursion;
calling a homomorphism, `h(states)`, computes the same set by a compiled form. Others are written by
the user, as subclasses of `Inductive`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import BadInput

if TYPE_CHECKING:
    from ..engines.symbolic.bdd.state_set import StateSet


class Homomorphism:
    """An operation on sets of states that distributes over union."""

    @property
    def is_selector(self) -> bool:
        """Whether it only keeps or drops states, and never changes one."""
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
        """Apply it to a set of states of a space of this algebra, which compiles it first."""
        space: Any = states.space
        image: StateSet = space.apply(self, states)
        return image


@dataclass(frozen=True)
class Identity(Homomorphism):
    """The identity."""

    @property
    def is_selector(self) -> bool:
        """True: it keeps every state."""
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
        """True: it only keeps or drops states."""
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
    """Return the assignment of a value, or of another variable's value, to a variable.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": [0, 1], "y": [0, 1]})
    >>> list(Put("x", 1)(space.state(x=0, y=0)))
    [{'x': 1, 'y': 0}]
    >>> list(Put("x", space["y"])(space.everything))
    [{'x': 0, 'y': 0}, {'x': 1, 'y': 1}]
    """
    if not isinstance(value, SpaceVariable):
        return PutValue(name, value)
    return union(PutValue(name, each) & Sel(value.name, each) for each in value.values)


@dataclass(frozen=True)
class Union(Homomorphism):
    """The union of the images under its parts."""

    parts: tuple[Homomorphism, ...]

    @cached_property
    def is_selector(self) -> bool:
        """Whether all parts are selectors."""
        return all(part.is_selector for part in self.parts)

    def __str__(self) -> str:
        return f"({' + '.join(map(str, self.parts))})" if self.parts else "Nothing"


#: Keeps no state.
Nothing = Union(())


@dataclass(frozen=True)
class Composition(Homomorphism):
    """The composition of its parts; the last one is applied first."""

    parts: tuple[Homomorphism, ...]

    @cached_property
    def is_selector(self) -> bool:
        """Whether all parts are selectors."""
        return all(part.is_selector for part in self.parts)

    def __str__(self) -> str:
        return f"({' & '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Complement(Homomorphism):
    """Keeps the states that a selector drops."""

    of: Homomorphism

    @property
    def is_selector(self) -> bool:
        """True: it only keeps or drops states."""
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
        """Whether both branches are selectors."""
        return self.then.is_selector and self.otherwise.is_selector

    def __str__(self) -> str:
        return f"Ite({self.test}, {self.then}, {self.otherwise})"


@dataclass(frozen=True)
class Fix(Homomorphism):
    """The least fixpoint: the images under any number of applications, none included.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": range(10)})
    >>> two_up = union(Put("x", n + 2) & Sel("x", n) for n in range(8))
    >>> [state["x"] for state in Fix(two_up)(space.state(x=3))]
    [3, 5, 7, 9]
    """

    of: Homomorphism

    @cached_property
    def is_selector(self) -> bool:
        """Whether its operand is a selector, which makes it the identity."""
        return self.of.is_selector

    def __str__(self) -> str:
        return f"Fix({self.of})"


class SpaceVariable:
    """A variable of a space; comparing it yields a selector.

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
        """Return the selector of the states in which the variable has one of the values."""
        return Sel(self.name, *values)


def union(parts: Iterable[Homomorphism]) -> Homomorphism:
    """Return the union of any number of homomorphisms; of none, `Nothing`."""
    flat: list[Homomorphism] = []
    for part in parts:
        flat += part.parts if isinstance(part, Union) else [part]
    return flat[0] if len(flat) == 1 else Union(tuple(flat))


def composition(parts: Iterable[Homomorphism]) -> Homomorphism:
    """Return the composition of homomorphisms; the last one is applied first."""
    flat: list[Homomorphism] = []
    for part in parts:
        flat += part.parts if isinstance(part, Composition) else [part]
    return flat[0] if len(flat) == 1 else Composition(tuple(flat))
