"""Compiled homomorphisms: one transition relation for all assignments with the same tests.

Disjunctive tests stay out of the relation. The negation of a union of many small tests is applied
by subtracting them from the set one after the other, which is cheap; their union, or a relation
that includes them, would be a large diagram.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import and_, or_
from typing import Any

from ..engines.symbolic.bdd.manager import Diagram
from ..engines.symbolic.bdd.slots import Coder
from ..engines.symbolic.bdd.space import DiagramSpace
from ..engines.symbolic.bdd.state_set import StateSet, TrackedDiagram
from ..errors import BadInput
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
from .inductive import Arc, Inductive, arcs, changed_by, check_below

#: The maximal number of nodes of united tests that are subtracted from a set.
GROUP = 2000
#: The number of compiled homomorphisms that a space caches.
REMEMBERED = 64

#: A compiled homomorphism.
Plan = Callable[[StateSet], StateSet]


def plan_for(space: DiagramSpace, h: Homomorphism) -> Plan:
    """Return the compiled form of a homomorphism; a space caches the latest ones."""
    if h not in space.memo:
        while len(space.memo) >= REMEMBERED:
            del space.memo[next(iter(space.memo))]
        space.memo[h] = compile_plan(space, h)
    plan: Plan = space.memo[h]
    return plan


def compile_plan(space: DiagramSpace, h: Homomorphism) -> Plan:
    """Return a homomorphism compiled for one space."""
    try:
        return _plan_assignments(space, assignments(space, h))
    except NotAssignments:
        pass
    match h:
        case Fix():
            return fixpoint_plan(compile_plan(space, _without_selectors(h.of)))
        case Composition():
            return chain_plan(compile_plan(space, part) for part in reversed(h.parts))
        case Ite():
            return compile_plan(space, as_union(h))
        case Union():
            return _plan_union(space, h)
        case Inductive():
            changed = changed_by(space, h)

            def build(coder: Coder) -> Diagram:
                return InductiveRelation(space, coder, changed).below(h, 0)

            return RelationPlan(space, changed, build)
    raise TypeError(f"{h!r} is not a homomorphism of this algebra")


def _without_selectors(h: Homomorphism) -> Homomorphism:
    """Return a homomorphism without the selectors, which lead to nothing new."""
    parts = h.parts if isinstance(h, Union) else (h,)
    return Union(tuple(part for part in parts if not part.is_selector))


def _plan_union(space: DiagramSpace, h: Union) -> Plan:
    listed: list[Assignment] = []
    plans: list[Plan] = []
    for part in h.parts:
        try:
            listed += assignments(space, part)
        except NotAssignments:
            plans.append(compile_plan(space, part))
    return union_plan(space, (*plans, _plan_assignments(space, listed)))


def _plan_assignments(space: DiagramSpace, listed: list[Assignment]) -> Plan:
    groups: dict[frozenset[Homomorphism], list[Assignment]] = {}
    for assignment in listed:
        groups.setdefault(assignment.guard.tests, []).append(assignment)
    plans = tuple(_plan_group(space, tests, members) for tests, members in groups.items())
    return plans[0] if len(plans) == 1 else union_plan(space, plans)


def _plan_group(
    space: DiagramSpace, tests: frozenset[Homomorphism], members: list[Assignment]
) -> Plan:
    filters: list[Plan] = [FilterPlan(space, [test]) for test in _common_tests(members)]
    forbidden = [test.of for test in tests if isinstance(test, Complement)]
    if forbidden:
        filters.append(FilterPlan(space, forbidden).excluded)
    filters += [
        FilterPlan(space, alternatives(test)) for test in tests if not isinstance(test, Complement)
    ]
    changed = sorted({space.number(name) for member in members for name in member.puts})

    def build(coder: Coder) -> Diagram:
        each = [_relation(space, coder, member, changed) for member in members]
        return coder.diagrams.any_of(each)

    return chain_plan((*filters, RelationPlan(space, changed, build)))


def _relation(
    space: DiagramSpace, coder: Coder, assignment: Assignment, changed: list[int], first: int = 0
) -> Diagram:
    """Return the relation of an assignment, on the variables from the first one on."""
    allowed = {space.number(name): values for name, values in assignment.guard.allowed.items()}
    puts = {space.number(name): value for name, value in assignment.puts.items()}
    relation = coder.diagrams.true
    for number in reversed(range(first, len(space.slots.slots))):
        if number in puts:
            relation = relation & space.one_of(coder, number, [puts[number]], then=True)
        elif number in changed:
            relation = relation & coder.unchanged(number)
        if number in allowed:
            relation = relation & space.one_of(coder, number, allowed[number])
    return relation


class InductiveRelation:
    """Builds the relation of an inductive homomorphism from the arcs that its `phi` returns."""

    def __init__(self, space: DiagramSpace, coder: Coder, changed: list[int]) -> None:
        self._space, self._coder, self._changed = space, coder, changed
        self._names, self._memo = list(space.values), dict[tuple[Homomorphism, int], Diagram]()

    def below(self, h: Homomorphism, number: int) -> Diagram:
        """Return the relation on the variables from a number on."""
        key = h, number
        if key not in self._memo:
            self._memo[key] = self._build(h, number)
        return self._memo[key]

    def _build(self, h: Homomorphism, number: int) -> Diagram:
        d = self._coder.diagrams
        if isinstance(h, Inductive):
            if number == len(self._names):
                return self.below(h.phi_one(), number)
            return d.any_of(
                self._replacing(number, value, arc)
                for value in self._space.values[self._names[number]]
                for arc in arcs(h, self._names[number], value)
            )
        if isinstance(h, Union):
            return d.any_of(self.below(part, number) for part in h.parts)
        check_below(self._space, h, number)
        return d.any_of(self._assigning(a, number) for a in self._assignments(h))

    def _replacing(self, number: int, value: Any, arc: Arc) -> Diagram:
        space, coder = self._space, self._coder
        relation = self.below(arc.then, number + 1)
        if number in self._changed:
            relation = relation & space.one_of(coder, number, [arc.value], then=True)
        return relation & space.one_of(coder, number, [value])

    def _assignments(self, h: Homomorphism) -> list[Assignment]:
        try:
            return assignments(self._space, h)
        except NotAssignments:
            raise BadInput(f"{h} cannot go on below an arc: write it as an Inductive") from None

    def _assigning(self, assignment: Assignment, number: int) -> Diagram:
        relation = _relation(self._space, self._coder, assignment, self._changed, number)
        for test in assignment.guard.tests:
            relation = relation & predicate(self._space, self._coder, test)
        return relation


def _common_tests(members: list[Assignment]) -> list[Sel]:
    """Return the tests common to all assignments: applied first, they shrink the set."""
    common = dict(members[0].guard.allowed)
    for assignment in members[1:]:
        allowed = assignment.guard.allowed
        common = {
            name: values | allowed[name] for name, values in common.items() if name in allowed
        }
    return [Sel(name, *values) for name, values in common.items()]


def alternatives(selector: Homomorphism) -> tuple[Homomorphism, ...]:
    """Return the disjuncts of a selector."""
    return selector.parts if isinstance(selector, Union) else (selector,)


def union_plan(space: DiagramSpace, plans: Iterable[Plan]) -> Plan:
    """Return the plan that unites the images under several."""
    several = tuple(plans)
    return lambda states: reduce(or_, (plan(states) for plan in several), space.empty)


def chain_plan(plans: Iterable[Plan]) -> Plan:
    """Return plans applied one after the other, until nothing is left."""
    several = tuple(plans)
    return lambda states: reduce(
        lambda image, plan: plan(image) if image else image, several, states
    )


def fixpoint_plan(plan: Plan) -> Plan:
    """Return the least fixpoint of a plan, computed layer by layer from the frontier."""

    def reach(states: StateSet) -> StateSet:
        seen = frontier = states
        while frontier:
            frontier = plan(frontier) - seen
            seen = seen | frontier
        return seen

    return reach


class FilterPlan:
    """Keeps the states where one of several selectors holds, with diagrams of bounded size."""

    def __init__(self, space: DiagramSpace, selectors: Iterable[Homomorphism]) -> None:
        several = list(selectors)

        def work(coder: Coder) -> list[Diagram]:
            parts = (predicate(space, coder, selector) for selector in several)
            return coder.diagrams.grouped(parts, GROUP)

        self.parts = [TrackedDiagram(space, diagram) for diagram in space.run(work)]

    def __call__(self, states: StateSet) -> StateSet:
        """Return the union of the intersections with each part."""
        return reduce(or_, (_within(states, part) for part in self.parts))

    def excluded(self, states: StateSet) -> StateSet:
        """Return the set with one part after the other subtracted."""
        return reduce(_without, self.parts, states)


def _within(states: StateSet, part: TrackedDiagram) -> StateSet:
    return states.space.set_of(lambda coder: states.diagram & part.diagram)


def _without(states: StateSet, part: TrackedDiagram) -> StateSet:
    return states.space.set_of(lambda coder: states.diagram & ~part.diagram)


class RelationPlan:
    """A relation between the present and the next values of the variables that change."""

    def __init__(
        self, space: DiagramSpace, changed: list[int], build: Callable[[Coder], Diagram]
    ) -> None:
        self.space, slots = space, space.slots
        self.now = [bit for number in changed for bit in slots.bits_of(number)]
        self.then = [bit for number in changed for bit in slots.bits_of(number, True)]
        self.relation = TrackedDiagram(space, space.run(build))
        self.quantified = TrackedDiagram(
            space, space.run(lambda coder: coder.diagrams.cube(self.now))
        )

    def __call__(self, states: StateSet) -> StateSet:
        """Return the image under the relation."""
        names = dict(zip(self.then, self.now, strict=True))

        def work(coder: Coder) -> Diagram:
            if not names:
                return states.diagram & self.relation.diagram
            image = coder.diagrams.and_exists(
                states.diagram, self.relation.diagram, self.quantified.diagram
            )
            return coder.diagrams.substitute(image, names)

        return self.space.set_of(work)


def predicate(space: DiagramSpace, coder: Coder, selector: Homomorphism) -> Diagram:
    """Return where a selector keeps a state; arbitrary on codes that are not in use."""
    d = coder.diagrams

    def of(part: Homomorphism) -> Any:
        return predicate(space, coder, part)

    match selector:
        case Sel():
            return space.one_of(coder, space.number(selector.name), selector.values)
        case Composition():
            return reduce(and_, map(of, selector.parts), d.true)
        case Union():
            return d.any_of(map(of, selector.parts))
        case Complement():
            return ~of(selector.of)
        case Ite():
            return d.ite(of(selector.test), of(selector.then), of(selector.otherwise))
        case Identity() | Fix():
            return d.true
        case Inductive():
            changed = changed_by(space, selector)  # nothing, or an error
            return InductiveRelation(space, coder, changed).below(selector, 0)
    raise TypeError(f"{selector!r} is not a selector of this algebra")
