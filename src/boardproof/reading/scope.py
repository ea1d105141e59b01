"""What is known at one point of a rule: the types of local names, and facts just tested."""

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
    """Local names with their types; facts narrow what an expression can be; alive or left."""

    locals: dict[str, Type] = field(default_factory=dict)
    facts: dict[Expr, Type] = field(default_factory=dict)
    alive: bool = True

    def copy(self) -> Scope:
        """Give an independent copy."""
        return Scope(dict(self.locals), dict(self.facts), self.alive)

    def assign(self, name: str, value: Type) -> None:
        """Give a local name a new value; what was known through the old one is forgotten."""
        self.locals[name] = value
        self._forget(lambda node: isinstance(node, Local) and node.name == name)

    def forget_state(self, names: Iterable[str]) -> None:
        """Forget what was known of state variables that have changed."""
        gone = set(names)
        if gone:
            self._forget(lambda node: _state_name(node) in gone or isinstance(node, Call))

    def _forget(self, doomed: Callable[[Node], bool]) -> None:
        self.facts = {
            expr: known
            for expr, known in self.facts.items()
            if not any(doomed(node) for node in expr.walk())
        }


def _state_name(node: object) -> str | None:
    if isinstance(node, State):
        return node.name
    return node.map if isinstance(node, At) else None


def merge(scopes: Iterable[Scope]) -> Scope:
    """Give what holds whichever of several ways was taken."""
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
        # Known by a test on one way, by an assignment on the other: `if x is None: x = y`.
        local = Local(name, type=declared)
        known = _either(a.facts.get(local, a.locals[name]), b.facts.get(local, b.locals[name]))
        if known != declared and not isinstance(known, MixedT):
            facts[local] = known
    return Scope(names, facts)


def _either(a: Type, b: Type) -> Type:
    for one in (a, b):
        if isinstance(one, MixedT):
            return one
    try:
        return join(a, b)
    except Mismatch:
        return MixedT(a, b)


def widen(before: Scope, after: Scope) -> Scope:
    """Give up on numbers that still grow: they have no bound that counting laps would find."""
    result = after.copy()
    for name, new in after.locals.items():
        old = before.locals.get(name)
        if old is not None:
            result.locals[name] = widen_type(old, new)
    return result


def widen_type(old: Type, new: Type) -> Type:
    """Drop the bounds of a number that moved; keep those that stood still."""
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
    """Give the scope in which a test is known to hold, or known not to."""
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
    known = scope.facts.get(target, target.type)
    if isinstance(known, OptionT) and op in ("==", "!="):
        if isinstance(right.type, NoneT):
            scope.facts[target] = known.of if op == "!=" else right.type
        elif op == "==" and not isinstance(right.type, OptionT):
            scope.facts[target] = known.of
    elif isinstance(known, IntT) and isinstance(right.type, IntT):
        narrowed = narrow(op, known, right.type)
        if narrowed is None:
            scope.alive = False
        else:
            scope.facts[target] = narrowed


def apply_facts(scope: Scope, expr: Expr) -> Expr:
    """Read an expression with what is known of it: a number's bounds, or that it is not None."""
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
    """Say whether a number's bounds could not be found."""
    return isinstance(value, IntT) and (value.lo <= -UNBOUNDED or value.hi >= UNBOUNDED)


def check_bounded(value: Expr) -> None:
    """Raise `Wrong` for a number whose bounds could not be found."""
    if unbounded(value.type):
        raise Wrong(
            "this number has no bound that can be found",
            "bound it with min(...) or max(...), or count in a state variable: Count(lo, hi)",
        )
