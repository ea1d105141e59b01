"""Homomorphisms compiled: one relation between states for all assignments with the same tests.

Tests with alternatives stay out of the relation. That none of many small parts may hold is done by
taking the parts out of the set one after the other, which is small work; all of them united, or
the relation with them in it, would be a large diagram.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ..engines.symbolic.bdd.manager import Diagram
from ..engines.symbolic.bdd.slots import Coder
from ..engines.symbolic.bdd.space import DiagramSpace
from ..engines.symbolic.bdd.state_set import StateSet, TrackedDiagram
from .guarded import Assignment, NotAssignments, as_union, assignments
from .homomorphisms import (
    Complement,
    Composition,
    Fix,
    Homomorphism,
    Identity,
    Ite,
    Sel,
    Union,
)

#: Parts that are taken out of a set are united up to so many nodes.
GROUP = 2000
#: So many compiled homomorphisms are remembered by a space.
REMEMBERED = 64

#: A compiled homomorphism.
Plan = Callable[[StateSet], StateSet]


def plan_for(space: DiagramSpace, h: Homomorphism) -> Plan:
    """Give the compiled form of a homomorphism; a space remembers the latest ones."""
    if h not in space.memo:
        while len(space.memo) >= REMEMBERED:
            del space.memo[next(iter(space.memo))]
        space.memo[h] = compiled(space, h)
    found: Plan = space.memo[h]
    return found


def compiled(space: DiagramSpace, h: Homomorphism) -> Plan:
    """Compile a homomorphism for one space."""
    try:
        return _listed(space, assignments(space, h))
    except NotAssignments:
        pass
    match h:
        case Fix():
            return FixpointPlan(compiled(space, _moving(h.of)))
        case Composition():
            return ChainPlan(tuple(compiled(space, part) for part in reversed(h.parts)))
        case Ite():
            return compiled(space, as_union(h))
        case Union():
            return _united(space, h)
    raise TypeError(f"{h!r} is no homomorphism of this algebra")


def _moving(h: Homomorphism) -> Homomorphism:
    """Leave out the parts that lead to nothing new."""
    parts = h.parts if isinstance(h, Union) else (h,)
    return Union(tuple(part for part in parts if not part.is_selector))


def _united(space: DiagramSpace, h: Union) -> Plan:
    listed: list[Assignment] = []
    plans: list[Plan] = []
    for part in h.parts:
        try:
            listed += assignments(space, part)
        except NotAssignments:
            plans.append(compiled(space, part))
    return UnionPlan(space, (*plans, _listed(space, listed)))


def _listed(space: DiagramSpace, found: list[Assignment]) -> Plan:
    groups: dict[frozenset[Homomorphism], list[Assignment]] = {}
    for one in found:
        groups.setdefault(one.guard.tests, []).append(one)
    plans = tuple(_group(space, tests, members) for tests, members in groups.items())
    return plans[0] if len(plans) == 1 else UnionPlan(space, plans)


def _group(space: DiagramSpace, tests: frozenset[Homomorphism], members: list[Assignment]) -> Plan:
    filters: list[Plan] = [FilterPlan(space, [test]) for test in _asked_by_all(members)]
    forbidden = [test.of for test in tests if isinstance(test, Complement)]
    if forbidden:
        filters.append(ExclusionPlan(FilterPlan(space, forbidden)))
    filters += [
        FilterPlan(space, alternatives(test)) for test in tests if not isinstance(test, Complement)
    ]
    return ChainPlan((*filters, RelationPlan(space, members)))


def _asked_by_all(members: list[Assignment]) -> list[Sel]:
    """List what every assignment asks of a variable: a smaller set makes smaller work."""
    found = dict(members[0].guard.allowed)
    for one in members[1:]:
        allowed = one.guard.allowed
        found = {name: values | allowed[name] for name, values in found.items() if name in allowed}
    return [Sel(name, *values) for name, values in found.items()]


def alternatives(selector: Homomorphism) -> tuple[Homomorphism, ...]:
    """Split a selector into parts of which one must hold."""
    return selector.parts if isinstance(selector, Union) else (selector,)


@dataclass(frozen=True)
class UnionPlan:
    """What any of several plans leads to."""

    space: DiagramSpace
    plans: tuple[Plan, ...]

    def __call__(self, states: StateSet) -> StateSet:
        """Unite what the plans lead to."""
        return reduce(lambda a, b: a | b, (plan(states) for plan in self.plans), self.space.empty)


@dataclass(frozen=True)
class ChainPlan:
    """Plans one after the other, the first one first."""

    plans: tuple[Plan, ...]

    def __call__(self, states: StateSet) -> StateSet:
        """Go through the plans, and stop where nothing is left."""
        for plan in self.plans:
            if not states:
                break
            states = plan(states)
        return states


@dataclass(frozen=True)
class FixpointPlan:
    """Everything that a plan leads to, layer by layer: what is new leads to what is new next."""

    plan: Plan

    def __call__(self, states: StateSet) -> StateSet:
        """Go on until nothing is new."""
        seen = frontier = states
        while frontier:
            frontier = self.plan(frontier) - seen
            seen = seen | frontier
        return seen


class FilterPlan:
    """Keeps the states where one of several selectors holds, by diagrams that are not too large."""

    def __init__(self, space: DiagramSpace, selectors: Iterable[Homomorphism]) -> None:
        several = list(selectors)

        def work(coder: Coder) -> list[Diagram]:
            parts = (predicate(space, coder, selector) for selector in several)
            return coder.diagrams.grouped(parts, GROUP)

        self.parts = [TrackedDiagram(space, diagram) for diagram in space.doing(work)]

    def __call__(self, states: StateSet) -> StateSet:
        """Unite what the set has of each part."""
        found = [_within(states, part) for part in self.parts]
        return reduce(lambda a, b: a | b, found)


@dataclass(frozen=True)
class ExclusionPlan:
    """Keeps the states where no part holds."""

    parts: FilterPlan

    def __call__(self, states: StateSet) -> StateSet:
        """Take out one part after the other."""
        return reduce(_without, self.parts.parts, states)


def _within(states: StateSet, part: TrackedDiagram) -> StateSet:
    return states.space.set_of(lambda coder: states.diagram & part.diagram)


def _without(states: StateSet, part: TrackedDiagram) -> StateSet:
    return states.space.set_of(lambda coder: states.diagram & ~part.diagram)


class RelationPlan:
    """All assignments of a group, between the present values and the next of what they change."""

    def __init__(self, space: DiagramSpace, members: list[Assignment]) -> None:
        self.space = space
        names = {name for one in members for name in one.puts}
        self.changed = sorted(space.number(name) for name in names)
        slots = space.slots
        self.now = [bit for number in self.changed for bit in slots.bits_of(number)]
        self.then = [bit for number in self.changed for bit in slots.bits_of(number, True)]
        self.leads = TrackedDiagram(space, space.doing(lambda coder: self._united(coder, members)))
        self.forgotten = TrackedDiagram(
            space, space.doing(lambda coder: coder.diagrams.cube(self.now))
        )

    def _united(self, coder: Coder, members: list[Assignment]) -> Diagram:
        return coder.diagrams.any_of([self._one(coder, one) for one in members])

    def _one(self, coder: Coder, one: Assignment) -> Diagram:
        space = self.space
        asked = {space.number(name): values for name, values in one.guard.allowed.items()}
        puts = {space.number(name): value for name, value in one.puts.items()}
        found = coder.diagrams.true
        for number in reversed(range(len(space.slots.slots))):
            if number in puts:
                found = found & space.one_of(coder, number, [puts[number]], then=True)
            elif number in self.changed:
                found = found & coder.unchanged(number)
            if number in asked:
                found = found & space.one_of(coder, number, asked[number])
        return found

    def __call__(self, states: StateSet) -> StateSet:
        """Give the states that the assignments lead to."""
        names = dict(zip(self.then, self.now, strict=True))

        def work(coder: Coder) -> Diagram:
            if not names:
                return states.diagram & self.leads.diagram
            led = coder.diagrams.and_exists(
                states.diagram, self.leads.diagram, self.forgotten.diagram
            )
            return coder.diagrams.substitute(led, names)

        return self.space.set_of(work)


def predicate(space: DiagramSpace, coder: Coder, selector: Homomorphism) -> Diagram:
    """Write where a selector keeps a state; of codes that stand for nothing it says anything."""
    d = coder.diagrams

    def of(part: Homomorphism) -> Any:
        return predicate(space, coder, part)

    match selector:
        case Sel():
            return space.one_of(coder, space.number(selector.name), selector.values)
        case Composition():
            return reduce(lambda a, b: a & b, map(of, selector.parts), d.true)
        case Union():
            return d.any_of(map(of, selector.parts))
        case Complement():
            return ~of(selector.of)
        case Ite():
            return d.ite(of(selector.test), of(selector.then), of(selector.otherwise))
        case Identity() | Fix():
            return d.true
    raise TypeError(f"{selector!r} is no selector of this algebra")
