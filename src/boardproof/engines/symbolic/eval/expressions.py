"""Expressions on all positions at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, reduce
from typing import Any

from ....ir import nodes as n
from ....ir import types as t
from ....ir.build import EXTREMES, OPERATORS
from ....ir.rules import Rules
from ....ir.visit import ExpressionVisitor
from ....rules.results import Score, Win
from ..bdd.manager import Diagram
from .values import Cases, Members, Value, ValueAlgebra

#: State as functions of the position before: truths and `Cases`, `Members`, a map by its keys.
State = dict[str, Any]


class SymbolicEvaluator(ExpressionVisitor[Value], ABC):
    """Evaluates expressions where `live` holds; where one has no value goes to `broken`."""

    def __init__(self, rules: Rules, algebra: ValueAlgebra, state: State, live: Diagram) -> None:
        self.rules, self.algebra, self.diagrams = rules, algebra, algebra.diagrams
        self.state, self.live = state, live
        self.env: dict[str, Value] = {}
        self.broken = self.refused = algebra.false
        self._enough: int | None = None  # a sum need not be exact beyond

    def truth(self, node: n.Expr) -> Diagram:
        """Evaluate a condition."""
        value = self.visit_expr(node)
        return value.of.get(True, self.algebra.false) if isinstance(value, Cases) else value

    def cases(self, node: n.Expr) -> Cases:
        """Evaluate an expression to the values it can have where we are."""
        return self.algebra.within(self.as_cases(self.visit_expr(node)), self.live)

    def as_cases(self, value: Value) -> Cases:
        """Read any value as cases."""
        if isinstance(value, Cases):
            return value
        if isinstance(value, Members):
            sets = self.algebra.constant(frozenset())
            for element, where in value.of.items():
                held = Cases({frozenset([element]): where, frozenset(): ~where})
                sets = self.algebra.combined(frozenset.union, sets, held)
            return sets
        return self.algebra.gathered([(True, value), (False, ~value)])

    def fitted(self, value: Value, kind: t.Type) -> Value:
        """Read a value the way its type is kept: truths as diagrams, all else as it is."""
        if isinstance(kind, t.BoolT) and isinstance(value, Cases):
            return value.of.get(True, self.algebra.false)
        if not isinstance(kind, t.BoolT) and not isinstance(value, Cases | Members):
            return self.as_cases(value)
        return value

    def nothing(self, kind: t.Type) -> Value:
        """Return some value of a type, for an empty set of positions."""
        if isinstance(kind, t.BoolT):
            return self.algebra.false
        return Members({}) if isinstance(kind, t.SetT) else Cases({})

    def breaks(self, where: Diagram) -> None:
        """Go on only elsewhere: here the rules go wrong."""
        self.broken = self.broken | (self.live & where)
        self.live = self.live & ~where

    # -- leaves -----------------------------------------------------------------------------

    def visit_Const(self, node: n.Const) -> Value:
        value = node.value
        if isinstance(node.type, t.DomainT) or isinstance(value, set):
            value = frozenset(value)
        return self.algebra.known(_Held(value) if isinstance(value, dict) else value)

    def visit_State(self, node: n.State) -> Value:
        return self.state[node.name]

    def visit_Local(self, node: n.Local) -> Value:
        return self.env[node.name]

    def visit_Some(self, node: n.Some) -> Value:
        cases = self.cases(node.of)
        return Cases({v: w for v, w in cases.of.items() if v is not None})

    def visit_Lookup(self, node: n.Lookup) -> Value:
        key, entries = self.cases(node.key), node.table.entries
        missing = [where for value, where in key.of.items() if value not in entries]
        if missing:
            self.breaks(self.diagrams.any_of(missing))
        pairs = [(entries[v], w) for v, w in key.of.items() if v in entries]
        return self.fitted(self.algebra.gathered(pairs), node.type)

    def visit_At(self, node: n.At) -> Value:
        values, key = self.state[node.map], self.cases(node.key)
        if key.known():
            return values[key.only()]
        return self.algebra.gathered(
            (value, where & there)
            for place, where in key.of.items()
            for value, there in values[place].of.items()
        )

    # -- conditions -------------------------------------------------------------------------

    def visit_Not(self, node: n.Not) -> Diagram:
        return ~self.truth(node.of)

    def visit_And(self, node: n.And) -> Diagram:
        return self._all(partial(self.truth, item) for item in node.items)

    def _all(self, tests: Iterator[Callable[[], Diagram]]) -> Diagram:
        """Join conditions; each is looked at only where those before it hold."""
        before, holds = self.live, self.algebra.true
        for test in tests:
            holds = holds & test()
            self.live = self.live & holds
            if not self.live.satisfiable():
                break
        self.live = before & ~self.broken
        return holds

    def visit_Or(self, node: n.Or) -> Diagram:
        return ~self._all(partial(self._opposite, item) for item in node.items)

    def _opposite(self, node: n.Expr) -> Diagram:
        return ~self.truth(node)

    def visit_Compare(self, node: n.Compare) -> Diagram:
        left, right = self._up_to(node.left, node.right), self._up_to(node.right, node.left)
        if isinstance(left, Members) or isinstance(right, Members):
            return self._compare_sets(node.op, left, right)
        if isinstance(node.left.type, t.BoolT) and isinstance(node.right.type, t.BoolT):
            return self._compare_truths(node.op, left, right)
        a, b = self.as_cases(left), self.as_cases(right)
        if node.op in ("==", "!="):
            same = self.algebra.same(a, b)
            return same if node.op == "==" else ~same
        a, b = self.algebra.within(a, self.live), self.algebra.within(b, self.live)
        return self.algebra.where(OPERATORS[node.op], a, b)

    def _up_to(self, node: n.Expr, other: n.Expr) -> Value:
        """Evaluate what is compared; a sum need not be exact beyond a known number."""
        outer = self._enough
        self._enough = None
        if (
            isinstance(other, n.Const)
            and isinstance(other.value, int)
            and _is_sum(self.rules, node)
        ):
            self._enough = other.value + 1
        value = self.visit_expr(node)
        self._enough = outer
        return value

    def _compare_truths(self, op: str, a: Diagram, b: Diagram) -> Diagram:
        if op in ("==", "!="):
            return ~(a ^ b) if op == "==" else a ^ b
        return self.algebra.where(OPERATORS[op], self.as_cases(a), self.as_cases(b))

    def _compare_sets(self, op: str, left: Value, right: Value) -> Diagram:
        a, b = self.algebra.members(left), self.algebra.members(right)
        if op in (">", ">="):
            a, b, op = b, a, {">": "<", ">=": "<="}[op]
        within = self.algebra.included(a, b)
        if op == "<=":
            return within
        same = within & self.algebra.included(b, a)
        return {"==": same, "!=": ~same, "<": within & ~same}[op]

    def visit_Member(self, node: n.Member) -> Diagram:
        item, of = self.visit_expr(node.item), self.visit_expr(node.of)
        if isinstance(item, Members):
            cases = self.as_cases(of)
            return self.diagrams.any_of(
                where & self._compare_sets("==", item, self.algebra.constant(element))
                for elements, where in cases.of.items()
                for element in elements
            )
        keys = self.algebra.within(self.as_cases(item), self.live)
        members = self.algebra.members(of)
        return self.diagrams.any_of(
            where & members.of[value] for value, where in keys.of.items() if value in members.of
        )

    def visit_Choose(self, node: n.Choose) -> Value:
        test, before = self.truth(node.test), self.live
        sides = []
        for side, where in (node.yes, test), (node.no, ~test):
            self.live = before & where & ~self.broken
            sides.append(self.fitted(self.visit_expr(side), node.type) if self._alive() else None)
        self.live = before & ~self.broken
        yes, no = sides
        if yes is None and no is None:
            return self.nothing(node.type)
        if yes is None or no is None:
            return no if yes is None else yes
        return self.algebra.choose(test, yes, no)

    def _alive(self) -> bool:
        return bool(self.live.satisfiable())

    # -- numbers, tuples and results --------------------------------------------------------

    def visit_Arith(self, node: n.Arith) -> Value:
        return self.algebra.combined(
            OPERATORS[node.op], self.cases(node.left), self.cases(node.right)
        )

    def visit_Extreme(self, node: n.Extreme) -> Value:
        pick = partial(self.algebra.combined, EXTREMES[node.kind])
        return reduce(pick, [self.cases(item) for item in node.items])

    def visit_Size(self, node: n.Size) -> Value:
        of = self.visit_expr(node.of)
        if isinstance(of, Members):
            return self._sum([(where, self.algebra.constant(1)) for where in of.of.values()])
        return self.algebra.combined(len, of)

    def visit_MakeTuple(self, node: n.MakeTuple) -> Value:
        return self.algebra.combined(lambda *items: items, *map(self.cases, node.items))

    def visit_Pick(self, node: n.Pick) -> Value:
        pairs, outside = [], []
        index = self.cases(node.index)
        for of, where in self.cases(node.of).of.items():
            for at, there in index.of.items():
                both = where & there
                try:
                    pairs.append((of[at], both))
                except (IndexError, KeyError):
                    outside.append(both)
        if outside:
            self.breaks(self.diagrams.any_of(outside))
        return self.fitted(self.algebra.gathered(pairs), node.type)

    def visit_Steps(self, node: n.Steps) -> Value:
        return self.algebra.combined(
            lambda start, stop: range(start, stop, node.step),
            self.cases(node.start),
            self.cases(node.stop),
        )

    def visit_MakeWin(self, node: n.MakeWin) -> Value:
        return self.algebra.combined(Win, self.cases(node.player))

    def visit_MakeScore(self, node: n.MakeScore) -> Value:
        return self.algebra.combined(
            lambda *points: Score(dict(zip(node.players, points, strict=True))),
            *map(self.cases, node.points),
        )

    # -- sets -------------------------------------------------------------------------------

    def visit_MakeSet(self, node: n.MakeSet) -> Value:
        cases = (case for item in node.items for case in self.cases(item).of.items())
        return self.algebra.joined(cases)

    def visit_SetOp(self, node: n.SetOp) -> Value:
        a = self.algebra.members(self.visit_expr(node.left)).of
        b = self.algebra.members(self.visit_expr(node.right)).of
        false, work = self.algebra.false, _SET_OPS[node.op]
        names = dict.fromkeys([*a, *b])
        members = {e: work(a.get(e, false), b.get(e, false)) for e in names}
        return Members({e: where for e, where in members.items() if where.satisfiable()})

    def visit_Reach(self, node: n.Reach) -> Value:
        start = self.algebra.members(self.visit_expr(node.start)).of
        within = self.algebra.members(self.visit_expr(node.within)).of
        false = self.algebra.false
        reached = {e: start.get(e, false) & where for e, where in within.items()}
        for _ in within:  # no way is longer
            grown = {
                e: self.diagrams.any_of(
                    [reached[e], *(where & reached[o] for o in e.neighbours if o in within)]
                )
                for e, where in within.items()
            }
            if grown == reached:
                break
            reached = grown
        return Members({e: where for e, where in reached.items() if where.satisfiable()})

    # -- folds ------------------------------------------------------------------------------

    def laps(self, over: n.Expr) -> list[tuple[Any, Diagram]]:
        """List what is gone over, each with where it is there."""
        return [lap for group in self.laps_of(self.visit_expr(over), over) for lap in group]

    def laps_of(self, found: Value, over: n.Expr) -> list[list[tuple[Any, Diagram]]]:
        """List what is gone over where that is known already; a list of its own for each order."""
        if isinstance(found, Members):
            kind = t.as_set(over.type)
            assert isinstance(kind, t.SetT)
            elements = t.values_of(kind.of) or list(found.of)
            return [[(e, found.of[e]) for e in elements if e in found.of]]
        cases = self.algebra.within(found, self.live)
        return [[(lap, where) for lap in _in_order(all_, over.type)]
                for all_, where in cases.of.items()]  # fmt: skip

    def visit_Fold(self, node: n.Fold) -> Value:
        enough, self._enough = self._enough, None
        laps = self.laps(node.over)
        if node.kind in ("any", "all"):
            return self._any_or_all(node, laps)
        bodies: list[tuple[Diagram, Value]] = []
        for value, where in laps:
            with self._in_lap(node, value, where) as there:
                if self._alive():
                    bodies.append((there, self.visit_expr(node.body)))
        if node.kind == "sum":
            return self._sum(bodies, enough)
        if node.kind == "union":
            return self._union(bodies)
        return self._most(node, bodies)

    @contextmanager
    def _in_lap(self, node: n.Fold, value: Any, where: Diagram) -> Iterator[Diagram]:
        """Bind a fold's name to a value that is there in some positions; look only at those.

        Yield where the value is gone over, which its `if` decides.
        """
        outer, before = self.env, self.live
        self.env = {**outer, node.name: self.algebra.known(value)}
        self.live = self.live & where
        there = where & self.truth(node.where)
        self.live = self.live & there
        yield there
        self.env, self.live = outer, before & ~self.broken

    def _any_or_all(self, node: n.Fold, laps: list[tuple[Any, Diagram]]) -> Diagram:
        wanted = node.kind == "any"

        def test(value: Any, where: Diagram) -> Diagram:
            with self._in_lap(node, value, where) as there:
                holds = self.truth(node.body) if self._alive() else self.algebra.known(not wanted)
            return ~(there & holds) if wanted else ~there | holds

        every = self._all(partial(test, value, where) for value, where in laps)
        return ~every if wanted else every

    def _sum(self, laps: list[tuple[Diagram, Value]], enough: int | None = None) -> Cases:
        total, nothing = self.algebra.constant(0), self.algebra.constant(0)
        add = int.__add__ if enough is None else lambda a, b: min(a + b, enough)
        for where, value in laps:
            added = self.algebra.choose(where, self.as_cases(value), nothing)
            total = self.algebra.combined(add, total, added)
        return total

    def _union(self, laps: list[tuple[Diagram, Value]]) -> Members:
        return self.algebra.joined(
            (element, where & there)
            for where, value in laps
            for element, there in self.algebra.members(value).of.items()
        )

    def _most(self, node: n.Fold, laps: list[tuple[Diagram, Value]]) -> Cases:
        pick, extreme = EXTREMES[node.kind], self.algebra.constant(None)
        for where, value in laps:
            more = self.algebra.combined(
                lambda a, b: b if a is None else pick(a, b), extreme, self.as_cases(value)
            )
            extreme = self.algebra.choose(where, more, extreme)
        nothing = extreme.of.pop(None, self.algebra.false)
        self.breaks(nothing)
        return extreme

    @abstractmethod
    def visit_Call(self, node: n.Call) -> Value:
        """Run another rule: statements are the concern of who runs them."""


def _is_sum(rules: Rules, node: n.Expr) -> bool:
    """Whether an expression is a sum of numbers none of which is negative."""
    if isinstance(node, n.Call):
        inner = rules.functions[node.rule].expression
        return inner is not None and _is_sum(rules, inner)
    if not isinstance(node, n.Fold) or node.kind != "sum":
        return False
    return isinstance(node.body.type, t.IntT) and node.body.type.lo >= 0


class _Held(dict[Any, Any]):
    """A constant table that can be a case."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def _in_order(values: Any, kind: t.Type) -> list[Any]:
    if isinstance(values, frozenset):
        inner = t.as_set(kind)
        known = t.values_of(inner.of) if isinstance(inner, t.SetT) else None
        return [v for v in known if v in values] if known is not None else sorted(values, key=str)
    return list(values)


_SET_OPS: dict[str, Callable[[Diagram, Diagram], Diagram]] = {
    **OPERATORS,
    "-": lambda a, b: a & ~b,
}
