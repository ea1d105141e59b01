"""Homomorphisms as guarded simultaneous assignments.

The outcome of a test after an assignment to the same variable is known statically, so a chain of
tests and assignments folds into one guard on the initial state and one simultaneous assignment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any

from .homomorphisms import (
    Complement,
    Composition,
    Fix,
    Homomorphism,
    Id,
    Identity,
    Ite,
    Nothing,
    PutValue,
    Sel,
    Union,
    composition,
    union,
)
from .inductive import Inductive, chain_of

if TYPE_CHECKING:
    from ..engines.symbolic.bdd.space import DiagramSpace

#: The most assignments made from one homomorphism; beyond, its parts are compiled separately.
MOST = 5000


class NotAssignments(Exception):
    """A homomorphism that is not a list of assignments, such as a fixpoint."""


@dataclass(frozen=True)
class Guard:
    """A condition: allowed values for some variables, and further tests that must all hold."""

    allowed: Mapping[Any, frozenset[Any]] = field(default_factory=dict)
    tests: frozenset[Homomorphism] = frozenset()

    def conjoin(self, other: Guard) -> Guard | None:
        """Return the conjunction with another guard, None where it is unsatisfiable."""
        allowed = dict(self.allowed)
        for name, values in other.allowed.items():
            allowed[name] = allowed.get(name, values) & values
            if not allowed[name]:
                return None
        return Guard(allowed, self.tests | other.tests)


@dataclass(frozen=True)
class Assignment:
    """Where a guard holds, a simultaneous assignment of values to variables."""

    guard: Guard
    puts: Mapping[Any, Any] = field(default_factory=dict)


def assignments(space: DiagramSpace, h: Homomorphism) -> list[Assignment]:
    """Return the guarded assignments that a homomorphism consists of."""
    if h.is_selector:
        guard = guard_of(space, h)
        return [] if guard is None else [Assignment(guard)]
    match h:
        case PutValue():
            space.checked(h.name, h.value)
            return [Assignment(Guard(), {h.name: h.value})]
        case Union():
            return [choice for part in h.parts for choice in assignments(space, part)]
        case Composition():
            return _compose_all(space, [assignments(space, part) for part in h.parts])
        case Ite():
            return assignments(space, as_union(h))
        case Inductive():
            chain = chain_of(space, h)
            if chain is not None:
                return assignments(space, chain)
    raise NotAssignments


def as_union(h: Ite) -> Homomorphism:
    """Return a conditional as the union of its two guarded branches."""
    return union([h.then & h.test, h.otherwise & ~h.test])


def _compose_all(space: DiagramSpace, parts: list[list[Assignment]]) -> list[Assignment]:
    composed = [Assignment(Guard())]
    for part in reversed(parts):
        if len(composed) * len(part) > MOST:
            raise NotAssignments
        pairs = ((first, then) for first in composed for then in part)
        composed = [both for pair in pairs if (both := _compose(space, *pair)) is not None]
    return composed


def _compose(space: DiagramSpace, first: Assignment, then: Assignment) -> Assignment | None:
    known = first.puts
    left: dict[Any, frozenset[Any]] = {}
    for name, values in then.guard.allowed.items():
        if name not in known:
            left[name] = values
        elif known[name] not in values:
            return None
    guard = first.guard.conjoin(Guard(left))
    for test in then.guard.tests:
        more = guard_of(space, _substitute(space, test, known))
        guard = guard.conjoin(more) if guard is not None and more is not None else None
    return None if guard is None else Assignment(guard, {**known, **then.puts})


def guard_of(space: DiagramSpace, selector: Homomorphism) -> Guard | None:
    """Return a selector as a guard, None where it is unsatisfiable."""
    match selector:
        case Identity() | Fix():
            return Guard()
        case Sel():
            space.checked(selector.name, *selector.values)
            return _one_of(space, selector.name, selector.values)
        case Composition():
            return _all_of(space, selector.parts)
        case Union():
            return _any_of(space, selector)
        case Ite():
            return guard_of(space, as_union(selector))
        case Complement():
            return _none_of(space, selector.of)
        case Inductive():
            chain = chain_of(space, selector)
            return Guard(tests=frozenset([selector])) if chain is None else guard_of(space, chain)
    raise TypeError(f"{selector!r} is not a selector of this algebra")


def _one_of(space: DiagramSpace, name: Any, values: frozenset[Any]) -> Guard | None:
    if len(values) == len(space.values[name]):
        return Guard()
    return Guard({name: values}) if values else None


def _all_of(space: DiagramSpace, parts: Iterable[Homomorphism]) -> Guard | None:
    def more(guard: Guard | None, part: Homomorphism) -> Guard | None:
        other = guard_of(space, part)
        return None if guard is None or other is None else guard.conjoin(other)

    start: Guard | None = Guard()
    return reduce(more, parts, start)


def _any_of(space: DiagramSpace, selector: Union) -> Guard | None:
    guards = [(part, guard_of(space, part)) for part in selector.parts]
    satisfiable = [(part, guard) for part, guard in guards if guard is not None]
    if any(guard == Guard() for _, guard in satisfiable):
        return Guard()
    if len(satisfiable) < 2:
        return satisfiable[0][1] if satisfiable else None
    return Guard(tests=frozenset([union(part for part, _ in satisfiable)]))


def _none_of(space: DiagramSpace, selector: Homomorphism) -> Guard | None:
    match selector:
        case Identity() | Fix():
            return None
        case Complement():
            return guard_of(space, selector.of)
        case Sel():
            allowed = space.checked(selector.name, *selector.values)
            return _one_of(space, selector.name, frozenset(allowed) - selector.values)
        case Union():
            return _all_of(space, [~part for part in selector.parts])
        case Ite():
            return _none_of(space, as_union(selector))
        case Inductive():
            chain = chain_of(space, selector)
            if chain is not None:
                return _none_of(space, chain)
    inner = guard_of(space, selector)
    if inner is None:
        return Guard()
    return None if inner == Guard() else Guard(tests=frozenset([Complement(selector)]))


def _substitute(
    space: DiagramSpace, selector: Homomorphism, known: Mapping[Any, Any]
) -> Homomorphism:
    """Return a selector with the known values of some variables substituted."""

    def of(part: Homomorphism) -> Homomorphism:
        return _substitute(space, part, known)

    match selector:
        case Sel() if selector.name in known:
            return Id if known[selector.name] in selector.values else Nothing
        case Union():
            return union(map(of, selector.parts))
        case Composition():
            return composition(map(of, selector.parts))
        case Complement():
            return ~of(selector.of)
        case Ite():
            return of(as_union(selector))
        case Inductive() if known:
            chain = chain_of(space, selector)
            if chain is None:
                raise NotAssignments
            return of(chain)
    return selector
