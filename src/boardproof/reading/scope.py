"""What is known at one point of a rule: the types of local names, and facts from tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from ..ir import nodes as n
from ..ir import types as t
from ..ir.bounds import MIRRORED, NEGATED, narrow


@dataclass
class Scope:
    """The types of local names, facts that narrow expressions, and whether control gets here."""

    locals: dict[str, t.Type] = field(default_factory=dict)
    facts: dict[n.Expr, t.Type] = field(default_factory=dict)
    alive: bool = True

    def copy(self) -> Scope:
        """Return an independent copy."""
        return Scope(dict(self.locals), dict(self.facts), self.alive)

    def assign(self, name: str, value: t.Type) -> None:
        """Assign a type to a local name, and forget the facts about its old value."""
        self.locals[name] = value
        self._forget(lambda node: isinstance(node, n.Local) and node.name == name)

    def forget_state(self, names: Iterable[str]) -> None:
        """Forget the facts about state variables that have changed."""
        gone = set(names)
        if gone:
            self._forget(lambda node: n.state_read(node) in gone or isinstance(node, n.Call))

    def _forget(self, doomed: Callable[[n.Node], bool]) -> None:
        self.facts = {
            expr: fact
            for expr, fact in self.facts.items()
            if not any(doomed(node) for node in expr.walk())
        }


def merge(scopes: Iterable[Scope]) -> Scope:
    """Return the scope that holds after any of several paths."""
    living = [scope for scope in scopes if scope.alive]
    return reduce(_merged, living).copy() if living else Scope(alive=False)


def _merged(a: Scope, b: Scope) -> Scope:
    facts = {e: _either(a.facts[e], b.facts[e]) for e in a.facts.keys() & b.facts.keys()}
    shared = a.locals.keys() & b.locals.keys()
    names = {name: _either(a.locals[name], b.locals[name]) for name in shared}
    for name, declared in names.items():
        # Known from a test on one path, from an assignment on the other: `if x is None: x = y`.
        local = n.Local(name, type=declared)
        joined = _either(a.facts.get(local, a.locals[name]), b.facts.get(local, b.locals[name]))
        if joined != declared and not isinstance(joined, t.MixedT):
            facts[local] = joined
    return Scope(names, facts)


def _either(a: t.Type, b: t.Type) -> t.Type:
    for side in (a, b):
        if isinstance(side, t.MixedT):
            return side
    try:
        return t.join(a, b)
    except t.Mismatch:
        return t.MixedT(a, b)


def widen(before: Scope, after: Scope) -> Scope:
    """Return the scope with the bounds of numbers that still grow dropped."""
    result = after.copy()
    for name in after.locals.keys() & before.locals.keys():
        result.locals[name] = widen_type(before.locals[name], after.locals[name])
    return result


def widen_type(old: t.Type, new: t.Type) -> t.Type:
    """Drop the bounds of a number that changed; keep the others."""
    match old, new:
        case (t.IntT(), t.IntT()):
            lo = new.lo if new.lo >= old.lo else -t.UNBOUNDED
            hi = new.hi if new.hi <= old.hi else t.UNBOUNDED
            return t.IntT(lo, hi)
        case (t.OptionT(a), t.OptionT(b)):
            return t.OptionT(widen_type(a, b))
        case (t.TupleT(a), t.TupleT(b)) if len(a) == len(b):
            return t.TupleT(tuple(map(widen_type, a, b)))
    return new


def refine(scope: Scope, test: n.Expr, holds: bool) -> Scope:
    """Return the scope in which a test is known to hold, or known not to."""
    result = scope.copy()
    _learn(result, test, holds)
    return result


def _learn(scope: Scope, test: n.Expr, holds: bool) -> None:
    match test:
        case n.Const(value):
            scope.alive = scope.alive and bool(value) == holds
        case n.Not(of):
            _learn(scope, of, not holds)
        case n.And(items) | n.Or(items) if holds == isinstance(test, n.And):
            for item in items:
                _learn(scope, item, holds)
        case n.Compare(op, left, right):
            op = op if holds else NEGATED[op]
            _learn_comparison(scope, op, left, right)
            _learn_comparison(scope, MIRRORED[op], right, left)


def _learn_comparison(scope: Scope, op: str, left: n.Expr, right: n.Expr) -> None:
    target = left.of if isinstance(left, n.Some) else left
    if not isinstance(target, n.Local | n.State | n.At | n.Lookup):
        return
    fact = scope.facts.get(target, target.type)
    if isinstance(fact, t.OptionT) and op in ("==", "!="):
        if isinstance(right.type, t.NoneT):
            scope.facts[target] = fact.of if op == "!=" else right.type
        elif op == "==" and not isinstance(right.type, t.OptionT):
            scope.facts[target] = fact.of
    elif isinstance(fact, t.IntT) and isinstance(right.type, t.IntT):
        narrowed = narrow(op, fact, right.type)
        if narrowed is None:
            scope.alive = False
        else:
            scope.facts[target] = narrowed


def apply_facts(scope: Scope, expr: n.Expr) -> n.Expr:
    """Return an expression narrowed by the facts: tighter bounds, or that it is not None."""
    fact = scope.facts.get(expr)
    if fact is None or fact == expr.type:
        return expr
    if isinstance(expr.type, t.OptionT):
        if isinstance(fact, t.NoneT):
            return n.Const(None, type=fact, place=expr.place)
        if not isinstance(fact, t.OptionT):
            return n.Some(replace(expr), type=fact, place=expr.place)
    return replace(expr, type=fact)


def unbounded(value: t.Type) -> bool:
    """Whether a number has no known bound."""
    return isinstance(value, t.IntT) and (value.lo <= -t.UNBOUNDED or value.hi >= t.UNBOUNDED)


def check_bounded(value: n.Expr) -> None:
    """Raise `Wrong` for a number that has no known bound."""
    if unbounded(value.type):
        hint = "bound it with min(...) or max(...), or count in a state variable: Count(lo, hi)"
        raise t.Wrong("this number has no bound that can be found", hint)
