"""Building expressions: types are checked, bounds inferred and constants folded on the way."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..errors import Place
from ..rules.domains import Domain
from .bounds import arith_bounds, compare_bounds
from .nodes import (
    And,
    Arith,
    Choose,
    Compare,
    Const,
    Expr,
    Extreme,
    Lookup,
    MakeSet,
    MakeTuple,
    Member,
    Not,
    Or,
    SetOp,
    Size,
    Table,
)
from .types import (
    BOOL,
    NEVER,
    BoolT,
    DomainT,
    ElementT,
    IntT,
    MapT,
    Mismatch,
    NeverT,
    NoneT,
    OptionT,
    ResultT,
    SequenceT,
    SetT,
    TableT,
    TextT,
    TupleT,
    Type,
    Wrong,
    contains,
    element_type,
    join,
    join_all,
    type_of,
    values_of,
)

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

MAY_BE_NONE = "make sure of it first: `if x is not None:` or `require(x is not None)`"


def const(value: Any, place: Place) -> Const:
    """Make a constant."""
    try:
        return Const(value, type=type_of(value), place=place)
    except TypeError:
        raise Wrong(
            f"a {type(value).__name__} is not a value of the rule language",
            "constants are numbers, words, tuples, lists, sets, dicts and elements of domains",
        ) from None


def describe(value: Any) -> str:
    """Write a constant for a message."""
    return repr(value) if not isinstance(value, tuple) else f"({', '.join(map(repr, value))})"


# -- fitting a value to a type ------------------------------------------------------------------


def fit(expr: Expr, target: Type) -> Expr:
    """Read an expression as a value of a type; a number's bounds are left to `escapes`."""
    have = expr.type
    if isinstance(expr, Const):
        return _fit_constant(expr, target)
    match target, have:
        case (_, NeverT()):
            return expr
        case (OptionT(of), NoneT()):
            return expr
        case (OptionT(of), OptionT(inner)):
            _check_fit(inner, of)
            return expr
        case (OptionT(of), _):
            return fit(expr, of)
        case (_, OptionT()):
            raise Wrong(f"this may be None, where {target} is needed", MAY_BE_NONE)
        case (ElementT(domain), TupleT() | IntT()):
            return locate(expr, domain)
        case (SetT(of), DomainT(domain)):
            return as_set(expr)
        case (SetT(of), SetT()) if isinstance(expr, MakeSet):
            return replace(expr, items=tuple(fit(item, of) for item in expr.items), type=target)
        case (TupleT(items), TupleT(others)) if len(items) == len(others):
            if isinstance(expr, MakeTuple):
                return replace(expr, items=tuple(map(fit, expr.items, items)))
    _check_fit(have, target)
    return expr


def _check_fit(have: Type, target: Type) -> None:
    """Raise `Wrong` where no value of one type is a value of another."""
    match target, have:
        case (_, NeverT()) | (BoolT(), BoolT()) | (ResultT(), ResultT()) | (TextT(), TextT()):
            return None
        case (IntT(), IntT()):
            if have.hi < target.lo or have.lo > target.hi:
                raise Wrong(f"this is {have}, where {target} is needed")
            return None
        case (ElementT(wanted), ElementT(given)):
            if wanted is not given:
                raise Wrong(f"this is {have}, where {target} is needed")
            return None
        case (OptionT(of), NoneT()):
            return None
        case (OptionT(of), OptionT(inner)):
            return _check_fit(inner, of)
        case (OptionT(of), _):
            return _check_fit(have, of)
        case (SetT(of), SetT(inner)):
            return _check_fit(inner, of)
        case (TupleT(items), TupleT(others)) if len(items) == len(others):
            for one, other in zip(items, others, strict=True):
                _check_fit(other, one)
            return None
        case (SequenceT(of), SequenceT(inner)):
            return _check_fit(inner, of)
        case (TableT(), TableT()):
            _check_fit(have.key, target.key)
            return _check_fit(have.value, target.value)
        case (DomainT(), DomainT()) if target == have:
            return None
    raise Wrong(f"this is {have}, where {target} is needed")


def _fit_constant(expr: Const, target: Type) -> Expr:
    value = frozenset(expr.value) if isinstance(expr.value, Domain) else expr.value
    if contains(target, value):
        return Const(normal(value, target), type=_tight(value, target), place=expr.place)
    if isinstance(target, SequenceT | TableT | DomainT | NeverT):
        _check_fit(expr.type, target)
        return expr
    if value is None:
        raise Wrong(f"this is None, where {target} is needed")
    shown = describe(value) if not isinstance(expr.value, Domain) else str(expr.type)
    raise Wrong(f"{shown} is not {target}" if _scalar(value) else f"this is not {target}")


def _scalar(value: Any) -> bool:
    return isinstance(value, str | int | tuple)


def _tight(value: Any, target: Type) -> Type:
    return type_of(value) if isinstance(value, int) and isinstance(target, IntT) else target


def normal(value: Any, target: Type) -> Any:
    """Give the domain's own element for a plain value equal to it."""
    match target:
        case ElementT(domain):
            return domain[value]
        case OptionT(of):
            return None if value is None else normal(value, of)
        case SetT(of):
            return frozenset(normal(v, of) for v in value)
        case TupleT(items):
            return tuple(map(normal, value, items))
    return value


def escapes(have: Type, target: Type) -> bool:
    """Say whether a value of one type may lie outside the bounds of another."""
    match target, have:
        case (IntT(), IntT()):
            return have.lo < target.lo or have.hi > target.hi
        case (OptionT(of), OptionT(inner)) | (SetT(of), SetT(inner)):
            return escapes(inner, of)
        case (OptionT(of), _):
            return escapes(have, of)
    return False


def locate(key: Expr, domain: Domain[Any]) -> Expr:
    """Find the element of a domain that equals a plain tuple or number."""
    values = values_of(key.type)
    if values is None:
        raise Wrong(f"this is {key.type}, where an element of {domain!r} is needed")
    entries = {value: domain[value] for value in values if value in domain}
    if not entries:
        raise Wrong(f"this is {key.type}, which is never an element of {domain!r}")
    return Lookup(Table("element", entries), key, type=ElementT(domain), place=key.place)


def tabulate(
    label: str, function: Callable[..., Any], arguments: tuple[Expr, ...], place: Place
) -> Expr:
    """Turn a constant function of finite arguments into a table, or its one value."""
    if all(isinstance(a, Const) for a in arguments):
        return const(
            _frozen(function(*(a.value for a in arguments if isinstance(a, Const)))), place
        )
    key = _flat_key(arguments, place)
    entries: dict[Any, Any] = {}
    for value in _listed(key.type):
        given = value if len(arguments) > 1 else (value,)
        try:
            entries[value] = _frozen(function(*given))
        except (LookupError, ValueError):
            continue
    if not entries:
        raise Wrong(f"{label} has no value for {key.type}")
    found = join_all(map(type_of, entries.values()))
    return Lookup(Table(label, entries), key, type=found, place=place)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _flat_key(arguments: tuple[Expr, ...], place: Place) -> Expr:
    if len(arguments) == 1:
        return arguments[0]
    return MakeTuple(arguments, type=TupleT(tuple(a.type for a in arguments)), place=place)


def _listed(a: Type) -> list[Any]:
    values = values_of(a)
    if values is None:
        raise Wrong(f"this is {a}: too many values to tabulate", "use an element or a small number")
    return values


def compose(
    label: str, function: Callable[..., Any], inner: Lookup, key: Expr, place: Place
) -> Expr:
    """Apply a further key to a table's entries: `after[side][place]` is one table of pairs."""
    keys, entries = _listed(key.type), {}
    for first, entry in inner.table.entries.items():
        for second in keys:
            try:
                entries[first, second] = _frozen(function(entry, second))
            except (LookupError, ValueError):
                continue
    if not entries:
        raise Wrong(f"{label} has no value for {key.type}")
    pair = _flat_key((inner.key, key), place)
    found = join_all(map(type_of, entries.values()))
    return Lookup(Table(label, entries), pair, type=found, place=place)


# -- truth --------------------------------------------------------------------------------------


def truth(value: bool, place: Place) -> Const:
    """Make the constant true or false."""
    return Const(value, type=BOOL, place=place)


def as_test(expr: Expr) -> Expr:
    """Read an expression as a condition."""
    match expr.type:
        case BoolT() | NeverT():
            return expr
        case SetT() | DomainT():
            return compare("!=", as_set(expr), Const(frozenset(), type=SetT(NEVER)), expr.place)
        case OptionT():
            raise Wrong("a condition is needed, and this may be None", "write `... is not None`")
        case IntT():
            raise Wrong("a condition is needed, and this is a number", "write `... != 0`")
    raise Wrong(f"a condition is needed, and this is {expr.type}")


def negate(expr: Expr, place: Place) -> Expr:
    """Make the opposite of a condition."""
    if isinstance(expr, Const):
        return truth(not expr.value, place)
    if isinstance(expr, Not):
        return expr.of
    return Not(expr, type=BOOL, place=place)


def conjunction(items: list[Expr], place: Place) -> Expr:
    """Make `and`; what follows a constant false is dropped."""
    return _connect(And, True, items, place)


def disjunction(items: list[Expr], place: Place) -> Expr:
    """Make `or`; what follows a constant true is dropped."""
    return _connect(Or, False, items, place)


def _connect(kind: type[And] | type[Or], unit: bool, items: list[Expr], place: Place) -> Expr:
    kept: list[Expr] = []
    for item in items:
        if isinstance(item, Const):
            if item.value is not unit:
                kept.append(item)
                break
        elif isinstance(item, kind):
            kept.extend(item.items)
        else:
            kept.append(item)
    if not kept:
        return truth(unit, place)
    if len(kept) == 1:
        return kept[0]
    return kind(tuple(kept), type=BOOL, place=place)


def choose(test: Expr, yes: Expr, no: Expr, place: Place) -> Expr:
    """Make a conditional expression."""
    if isinstance(test, Const):
        return yes if test.value else no
    yes, no = _alike(yes, no)
    return Choose(test, yes, no, type=join(yes.type, no.type), place=place)


def _alike(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """Read a constant next to an element or a set as one of the same domain."""
    if isinstance(a, Const) and not isinstance(b, Const) and not isinstance(b.type, IntT | NoneT):
        return (fit(a, b.type) if a.value is not None else a), b
    if isinstance(b, Const) and not isinstance(a, Const):
        b, a = _alike(b, a)
    return a, b


# -- comparison ---------------------------------------------------------------------------------


def compare(op: str, left: Expr, right: Expr, place: Place) -> Expr:
    """Make a comparison."""
    left, right = _comparable(op, left, right)
    if isinstance(left, Const) and isinstance(right, Const):
        return truth(bool(OPERATORS[op](left.value, right.value)), place)
    decided = _decided(op, left.type, right.type)
    if decided is not None:
        return truth(decided, place)
    return Compare(op, left, right, type=BOOL, place=place)


def _decided(op: str, a: Type, b: Type) -> bool | None:
    if isinstance(a, IntT) and isinstance(b, IntT):
        return compare_bounds(op, a, b)
    if (isinstance(a, NoneT) and not _optional(b)) or (isinstance(b, NoneT) and not _optional(a)):
        return op == "!="
    return None


def _optional(a: Type) -> bool:
    return isinstance(a, OptionT | NoneT | NeverT)


def _bare(a: Type) -> Type:
    return a.of if isinstance(a, OptionT) else a


def _comparable(op: str, left: Expr, right: Expr) -> tuple[Expr, Expr]:
    a, b = _bare(left.type), _bare(right.type)
    if op in ("==", "!="):
        if isinstance(a, NoneT | NeverT) or isinstance(b, NoneT | NeverT):
            return left, right
        return _same_kind(left, right, a, b)
    if isinstance(left.type, OptionT) or isinstance(right.type, OptionT):
        raise Wrong("this may be None, and None has no order", MAY_BE_NONE)
    if isinstance(a, IntT) and isinstance(b, IntT):
        return left, right
    if isinstance(a, SetT | DomainT) and isinstance(b, SetT | DomainT):
        return _same_kind(left, right, a, b)
    if isinstance(a, ElementT):
        raise Wrong(f"{op} cannot order elements", "compare `domain.index(x)` instead")
    raise Wrong(f"{op} cannot compare {a} with {b}")


def _same_kind(left: Expr, right: Expr, a: Type, b: Type) -> tuple[Expr, Expr]:
    """Read both sides of a comparison in one domain, or say that they can never be equal."""
    left, right = as_set(left), as_set(right)
    a, b = _bare(left.type), _bare(right.type)
    try:
        if isinstance(a, ElementT) and not isinstance(b, ElementT):
            return left, fit(right, left.type if isinstance(right.type, OptionT) else a)
        if isinstance(b, ElementT) and not isinstance(a, ElementT):
            return fit(left, b), right
        if isinstance(a, SetT) and isinstance(b, SetT):
            return _same_sets(left, right, a, b)
        join(a, b)
    except Mismatch:
        raise Wrong(f"{a} can never equal {b}") from None
    return left, right


def _same_sets(left: Expr, right: Expr, a: SetT, b: SetT) -> tuple[Expr, Expr]:
    if isinstance(left, Const):
        return (fit(left, b) if not isinstance(right, Const) else left), right
    if isinstance(right, Const):
        return left, fit(right, a)
    _check_fit(b, a)
    return left, right


def member(item: Expr, of: Expr, place: Place) -> Expr:
    """Make `item in of`."""
    if isinstance(of.type, MapT):
        raise Wrong("a map covers its whole domain", "write `in` with the domain itself")
    if isinstance(of, Const) and isinstance(of.type, TableT):
        of = const(frozenset(of.value), place)
    if isinstance(item, Const) and isinstance(of, Const):
        return truth(item.value in of.value, place)
    if isinstance(of.type, DomainT):
        item = _member_of_domain(item, of.type.domain)
        return Member(item, of, type=BOOL, place=place)
    if not isinstance(of.type, SetT | SequenceT):
        raise Wrong(f"`in` needs a set, and this is {of.type}")
    inner = of.type.of
    if isinstance(item.type, OptionT) and not isinstance(inner, OptionT):
        raise Wrong("this may be None, and None is in no set", MAY_BE_NONE)
    if isinstance(of, Const) and isinstance(inner, SequenceT | TupleT):
        of = fit(of, SetT(item.type)) if isinstance(item.type, ElementT) else of
    elif isinstance(of, Const) and isinstance(item.type, SetT) and isinstance(inner, SetT):
        of = fit(of, SetT(item.type))
    elif not (isinstance(inner, IntT) and isinstance(item.type, IntT)):
        item = fit(item, inner)
    return Member(item, of, type=BOOL, place=place)


def _member_of_domain(item: Expr, domain: Domain[Any]) -> Expr:
    wanted = element_type(domain)
    if isinstance(wanted, ElementT) and isinstance(item.type, TupleT | IntT):
        return item
    if isinstance(wanted, IntT) and isinstance(item.type, IntT):
        return item
    return fit(item, wanted)


# -- sets and numbers ---------------------------------------------------------------------------


def as_set(expr: Expr) -> Expr:
    """Read a domain as the set of its elements."""
    if isinstance(expr, Const) and isinstance(expr.value, Domain):
        elements = frozenset(expr.value)
        return Const(elements, type=SetT(element_type(expr.value)), place=expr.place)
    return expr


def set_op(op: str, left: Expr, right: Expr, place: Place) -> Expr:
    """Make `| & - ^` on sets."""
    left, right = as_set(left), as_set(right)
    for side in (left, right):
        if not isinstance(side.type, SetT):
            raise Wrong(f"{op} needs two sets, and this is {side.type}")
    left, right = _fit_sides(left, right)
    found = join(left.type, right.type)
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(OPERATORS[op](left.value, right.value), type=found, place=place)
    return SetOp(op, left, right, type=found, place=place)


def _fit_sides(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    if isinstance(left, Const | MakeSet) and not isinstance(right, Const | MakeSet):
        return fit(left, right.type), right
    if isinstance(right, Const | MakeSet) and not isinstance(left, Const | MakeSet):
        return left, fit(right, left.type)
    _check_fit(right.type, left.type)
    return left, right


def make_set(items: list[Expr], place: Place) -> Expr:
    """Make a set of the given items."""
    if all(isinstance(item, Const) for item in items):
        return const(frozenset(item.value for item in items if isinstance(item, Const)), place)
    found = join_all(item.type for item in items)
    return MakeSet(tuple(items), type=SetT(found), place=place)


def arith(op: str, left: Expr, right: Expr, place: Place) -> Expr:
    """Make an operation on numbers, or on sets where both sides are sets."""
    if isinstance(left.type, SetT | DomainT) and isinstance(right.type, SetT | DomainT):
        if op not in ("|", "&", "-", "^"):
            raise Wrong(f"{op} is no operation on sets", "sets have | & - and ^")
        return set_op(op, left, right, place)
    for side in (left, right):
        if isinstance(side.type, OptionT | NoneT):
            raise Wrong("this may be None, where a number is needed", MAY_BE_NONE)
        if not isinstance(side.type, IntT):
            needed = "two sets" if op in ("|", "&", "^") else "a number"
            raise Wrong(f"{op} needs {needed}, and this is {side.type}")
    if op in ("|", "&", "^"):
        raise Wrong(
            f"{op} is for sets", "use `and`, `or`, `!=` on conditions, + - * // % on numbers"
        )
    assert isinstance(left.type, IntT)
    assert isinstance(right.type, IntT)
    bounds = arith_bounds(op, left.type, right.type)
    if isinstance(left, Const) and isinstance(right, Const):
        return const(OPERATORS[op](left.value, right.value), place)
    return Arith(op, left, right, type=bounds, place=place)


def as_number(expr: Expr) -> Expr:
    """Read a condition as 0 or 1, as `sum` counts it."""
    if isinstance(expr.type, BoolT):
        one, zero = const(1, expr.place), const(0, expr.place)
        return choose(expr, one, zero, expr.place)
    if isinstance(expr.type, IntT | NeverT):
        return expr
    raise Wrong(f"a number is needed, and this is {expr.type}")


def extreme(kind: str, items: list[Expr], place: Place) -> Expr:
    """Make the `min` or `max` of some numbers."""
    pick = {"min": min, "max": max}[kind]
    if all(isinstance(item, Const) for item in items):
        return const(pick(item.value for item in items if isinstance(item, Const)), place)
    types = [item.type for item in items]
    for one in types:
        if not isinstance(one, IntT):
            raise Wrong(f"{kind} needs numbers, and this is {one}")
    los = [one.lo for one in types if isinstance(one, IntT)]
    his = [one.hi for one in types if isinstance(one, IntT)]
    return Extreme(kind, tuple(items), type=IntT(pick(los), pick(his)), place=place)


def size(of: Expr, place: Place) -> Expr:
    """Make `len`."""
    if isinstance(of, Const) and isinstance(of.type, SetT | DomainT | SequenceT | TableT | TupleT):
        return const(len(of.value), place)
    match of.type:
        case SetT(inner):
            values = values_of(inner)
            if values is None:
                raise Wrong(f"the size of {of.type} has no bound")
            return Size(of, type=IntT(0, len(values)), place=place)
        case SequenceT(_, most):
            return Size(of, type=IntT(0, most), place=place)
    raise Wrong(f"len needs a set or a list, and this is {of.type}")
