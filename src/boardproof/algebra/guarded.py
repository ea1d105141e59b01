"""A homomorphism as guarded simultaneous assignments: if the state is like this, put that.

What a part tests after another has put a value is known by then, so that a chain of tests and
assignments is one test of the state as it was, and one assignment of several values at once.
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

if TYPE_CHECKING:
    from ..engines.symbolic.bdd.space import DiagramSpace

#: More assignments than this are not made from one homomorphism; its parts are taken one by one.
MOST = 5000


class NotAssignments(Exception):
    """A homomorphism that is no list of assignments: it goes on until nothing is new."""


@dataclass(frozen=True)
class Guard:
    """What must hold: one of these values for a variable, and every one of the other tests."""

    allowed: Mapping[Any, frozenset[Any]] = field(default_factory=dict)
    tests: frozenset[Homomorphism] = frozenset()

    def joined(self, other: Guard) -> Guard | None:
        """Ask for both; None where that cannot be."""
        allowed = dict(self.allowed)
        for name, values in other.allowed.items():
            allowed[name] = allowed.get(name, values) & values
            if not allowed[name]:
                return None
        return Guard(allowed, self.tests | other.tests)


@dataclass(frozen=True)
class Assignment:
    """Where a guard holds, some variables get values, all at once."""

    guard: Guard
    puts: Mapping[Any, Any] = field(default_factory=dict)


def assignments(space: DiagramSpace, h: Homomorphism) -> list[Assignment]:
    """List the guarded assignments that a homomorphism is made of."""
    if h.is_selector:
        guard = guard_of(space, h)
        return [] if guard is None else [Assignment(guard)]
    match h:
        case PutValue():
            space.checked(h.name, h.value)
            return [Assignment(Guard(), {h.name: h.value})]
        case Union():
            return [one for part in h.parts for one in assignments(space, part)]
        case Composition():
            return _composed(space, [assignments(space, part) for part in h.parts])
        case Ite():
            return assignments(space, as_union(h))
    raise NotAssignments


def as_union(h: Ite) -> Homomorphism:
    """Write a choice as what each of its ways leads to."""
    return union([h.then & h.test, h.otherwise & ~h.test])


def _composed(space: DiagramSpace, parts: list[list[Assignment]]) -> list[Assignment]:
    found = [Assignment(Guard())]
    for part in reversed(parts):
        if len(found) * len(part) > MOST:
            raise NotAssignments
        pairs = ((first, then) for first in found for then in part)
        found = [one for pair in pairs if (one := _after(space, *pair)) is not None]
    return found


def _after(space: DiagramSpace, first: Assignment, then: Assignment) -> Assignment | None:
    known = first.puts
    left: dict[Any, frozenset[Any]] = {}
    for name, values in then.guard.allowed.items():
        if name not in known:
            left[name] = values
        elif known[name] not in values:
            return None
    guard = first.guard.joined(Guard(left))
    for test in then.guard.tests:
        more = guard_of(space, _knowing(test, known))
        guard = guard.joined(more) if guard is not None and more is not None else None
    return None if guard is None else Assignment(guard, {**known, **then.puts})


def guard_of(space: DiagramSpace, selector: Homomorphism) -> Guard | None:
    """Split a selector into what must hold at once; None where nothing can hold."""
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
    raise TypeError(f"{selector!r} is no selector of this algebra")


def _one_of(space: DiagramSpace, name: Any, values: frozenset[Any]) -> Guard | None:
    if len(values) == len(space.values[name]):
        return Guard()
    return Guard({name: values}) if values else None


def _all_of(space: DiagramSpace, parts: Iterable[Homomorphism]) -> Guard | None:
    def more(guard: Guard | None, part: Homomorphism) -> Guard | None:
        other = guard_of(space, part)
        return None if guard is None or other is None else guard.joined(other)

    start: Guard | None = Guard()
    return reduce(more, parts, start)


def _any_of(space: DiagramSpace, selector: Union) -> Guard | None:
    guards = [(part, guard_of(space, part)) for part in selector.parts]
    kept = [(part, guard) for part, guard in guards if guard is not None]
    if any(guard == Guard() for _, guard in kept):
        return Guard()
    if len(kept) < 2:
        return kept[0][1] if kept else None
    return Guard(tests=frozenset([union(part for part, _ in kept)]))


def _none_of(space: DiagramSpace, selector: Homomorphism) -> Guard | None:
    match selector:
        case Identity() | Fix():
            return None
        case Complement():
            return guard_of(space, selector.of)
        case Sel():
            known = space.checked(selector.name, *selector.values)
            return _one_of(space, selector.name, frozenset(known) - selector.values)
        case Union():
            return _all_of(space, [~part for part in selector.parts])
        case Ite():
            return _none_of(space, as_union(selector))
    inner = guard_of(space, selector)
    if inner is None:
        return Guard()
    return None if inner == Guard() else Guard(tests=frozenset([Complement(selector)]))


def _knowing(selector: Homomorphism, known: Mapping[Any, Any]) -> Homomorphism:
    """Put what is known of some variables into a selector."""
    match selector:
        case Sel() if selector.name in known:
            return Id if known[selector.name] in selector.values else Nothing
        case Union():
            return union(_knowing(part, known) for part in selector.parts)
        case Composition():
            return composition(_knowing(part, known) for part in selector.parts)
        case Complement():
            return ~_knowing(selector.of, known)
        case Ite():
            return _knowing(as_union(selector), known)
    return selector
