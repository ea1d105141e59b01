"""What is known at one point of a rule: the types of local names, and facts from tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ..ir.bounds import MIRRORED, NEGATED, narrow
from ..ir.nodes import (
    And,
    At,
    Call,
    Compare,
    Const,
    Expr,
    Local,
    Lookup,
    Node,
    Not,
    Or,
    Some,
    State,
)
from ..ir.types import (
    UNBOUNDED,
    IntT,
    Mismatch,
    MixedT,
    NoneT,
    OptionT,
    TupleT,
    Type,
    Wrong,
    join,
)


@dataclass
class Scope:
    """The types of local names, facts that narrow expressions, and whether control gets here."""

    locals: dict[str, Type] = field(default_factory=dict)
    facts: dict[Expr, Type] = field(default_factory=dict)
    alive: bool = True

    def copy(self) -> Scope:
        """Return an independent copy."""
        return Scope(dict(self.locals), dict(self.facts), self.alive)

    def assign(self, name: str, value: Type) -> None:
        """Assign a type to a local name, and forget the facts about its old value."""
        self.locals[name] = value
        self._forget(lambda node: isinstance(node, Local) and node.name == name)

    def forget_state(self, names: Iterable[str]) -> None:
        """Forget the facts about state variables that have changed."""
        gone = set(names)
        if gone:
            self._forget(lambda node: _state_name(node) in gone or isinstance(node, Call))

    def _forget(self, doomed: Callable[[Node], bool]) -> None:
        self.facts = {
            expr: fact
            for expr, fact in self.facts.items()
            if not any(doomed(node) for node in expr.walk())
        }


def _state_name(node: object) -> str | None:
    if isinstance(node, State):
        return node.name
    return node.map if isinstance(node, At) else None


def merge(scopes: Iterable[Scope]) -> Scope:
    """Return the scope that holds after any of several paths."""
    living = [scope for scope in scopes if scope.alive]
    if not living:
        return Scope(alive=False)
    result = living[0]
    for other in living[1:]:
        result = _merged(result, other)
    return result.copy()


def _merged(a: Scope, b: Scope) -> Scope:
    facts = {e: _either(a.facts[e], b.facts[e]) for e in a.facts.keys() & b.facts.keys()}
    names = {n: _either(a.locals[n], b.locals[n]) for n in a.locals.keys() & b.locals.keys()}
    for name, declared in names.items():
        # Known from a test on one path, from an assignment on the other: `if x is None: x = y`.
        local = Local(name, type=declared)
        joined = _either(a.facts.get(local, a.locals[name]), b.facts.get(local, b.locals[name]))
        if joined != declared and not isinstance(joined, MixedT):
            facts[local] = joined
    return Scope(names, facts)


def _either(a: Type, b: Type) -> Type:
    for side in (a, b):
        if isinstance(side, MixedT):
            return side
    try:
        return join(a, b)
    except Mismatch:
        return MixedT(a, b)


def widen(before: Scope, after: Scope) -> Scope:
    """Return the scope with the bounds of numbers that still grow dropped."""
    result = after.copy()
    for name, new in after.locals.items():
        old = before.locals.get(name)
        if old is not None:
            result.locals[name] = widen_type(old, new)
    return result


def widen_type(old: Type, new: Type) -> Type:
    """Drop the bounds of a number that changed; keep the others."""
    match old, new:
        case (IntT(), IntT()):
            lo = new.lo if new.lo >= old.lo else -UNBOUNDED
            hi = new.hi if new.hi <= old.hi else UNBOUNDED
            return IntT(lo, hi)
        case (OptionT(a), OptionT(b)):
            return OptionT(widen_type(a, b))
        case (TupleT(a), TupleT(b)) if len(a) == len(b):
            return TupleT(tuple(map(widen_type, a, b)))
    return new


def refine(scope: Scope, test: Expr, holds: bool) -> Scope:
    """Return the scope in which a test is known to hold, or known not to."""
    result = scope.copy()
    _learn(result, test, holds)
    return result


def _learn(scope: Scope, test: Expr, holds: bool) -> None:
    match test:
        case Const(value):
            scope.alive = scope.alive and bool(value) == holds
        case Not(of):
            _learn(scope, of, not holds)
        case And(items) if holds:
            for item in items:
                _learn(scope, item, True)
        case Or(items) if not holds:
            for item in items:
                _learn(scope, item, False)
        case Compare(op, left, right):
            op = op if holds else NEGATED[op]
            _learn_comparison(scope, op, left, right)
            _learn_comparison(scope, MIRRORED[op], right, left)


def _learn_comparison(scope: Scope, op: str, left: Expr, right: Expr) -> None:
    target = left.of if isinstance(left, Some) else left
    if not isinstance(target, Local | State | At | Lookup):
        return
    fact = scope.facts.get(target, target.type)
    if isinstance(fact, OptionT) and op in ("==", "!="):
        if isinstance(right.type, NoneT):
            scope.facts[target] = fact.of if op == "!=" else right.type
        elif op == "==" and not isinstance(right.type, OptionT):
            scope.facts[target] = fact.of
    elif isinstance(fact, IntT) and isinstance(right.type, IntT):
        narrowed = narrow(op, fact, right.type)
        if narrowed is None:
            scope.alive = False
        else:
            scope.facts[target] = narrowed


def apply_facts(scope: Scope, expr: Expr) -> Expr:
    """Return an expression narrowed by the facts: tighter bounds, or that it is not None."""
    fact = scope.facts.get(expr)
    if fact is None or fact == expr.type:
        return expr
    if isinstance(expr.type, OptionT):
        if isinstance(fact, NoneT):
            return Const(None, type=fact, place=expr.place)
        if not isinstance(fact, OptionT):
            return Some(replace(expr), type=fact, place=expr.place)
    return replace(expr, type=fact)


def unbounded(value: Type) -> bool:
    """Whether a number has no known bound."""
    return isinstance(value, IntT) and (value.lo <= -UNBOUNDED or value.hi >= UNBOUNDED)


def check_bounded(value: Expr) -> None:
    """Raise `Wrong` for a number that has no known bound."""
    if unbounded(value.type):
        raise Wrong(
            "this number has no bound that can be found",
            "bound it with min(...) or max(...), or count in a state variable: Count(lo, hi)",
        )
