"""Building expressions: types are checked, bounds inferred and constants folded on the way."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import partial, reduce
from typing import Any

from ..errors import Place
from ..rules.domains import Domain, Grid
from .bounds import arith_bounds, compare_bounds
from .coerce import MAY_BE_NONE, as_set, check_fit, fit
from .nodes import (
    And,
    Arith,
    Call,
    Choose,
    Compare,
    Const,
    Expr,
    Extreme,
    Fold,
    Lookup,
    MakeSet,
    Member,
    Node,
    Not,
    Or,
    Pick,
    SetOp,
    Size,
)
from .tables import const
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
    SequenceT,
    SetT,
    TableT,
    TupleT,
    Type,
    Wrong,
    element_type,
    join,
    join_all,
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

EXTREMES: dict[str, Callable[..., Any]] = {"min": min, "max": max}

#: What folds do with their values; the least and the greatest of nothing is None.
FOLDS: dict[str, Callable[[Iterable[Any]], Any]] = {
    "any": any,
    "all": all,
    "sum": sum,
    "min": partial(min, default=None),
    "max": partial(max, default=None),
    "union": lambda sets: reduce(frozenset.union, sets, frozenset()),
}


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
            problem, instead = "this may be None", "write `... is not None`"
        case IntT():
            problem, instead = "this is a number", "write `... != 0`"
        case ElementT():
            problem, instead = f"this is {expr.type}", "compare it: `... == x`, `... in xs`"
        case NoneT():
            problem, instead = "this is None", "return True or False on every way"
        case _:
            problem, instead = f"this is {expr.type}", "write a comparison"
    raise Wrong(f"a condition is needed, and {problem}", instead, expr.place)


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
    if isinstance(kept[-1], Const) and all(map(is_total, kept)):
        return kept[-1]
    if len(kept) == 1:
        return kept[0]
    return kind(tuple(kept), type=BOOL, place=place)


def choose(test: Expr, yes: Expr, no: Expr, place: Place) -> Expr:
    """Make a conditional expression."""
    if isinstance(test, Const):
        return yes if test.value else no
    yes, no = _alike(as_set(yes), as_set(no)) if yes.type != no.type else (yes, no)
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
    if decided is not None and is_total(left) and is_total(right):
        return truth(decided, place)
    return Compare(op, left, right, type=BOOL, place=place)


def _decided(op: str, a: Type, b: Type) -> bool | None:
    if isinstance(a, IntT) and isinstance(b, IntT):
        return compare_bounds(op, a, b)
    if isinstance(a, NoneT) and isinstance(b, NoneT):
        return op == "=="
    if (isinstance(a, NoneT) and not _optional(b)) or (isinstance(b, NoneT) and not _optional(a)):
        return op == "!="
    return None


def is_total(expr: Expr) -> bool:
    """Whether computing an expression can never go wrong, so that it may be left out."""
    return not any(map(may_fail, expr.walk()))


def may_fail(node: Node) -> bool:
    """Whether a node itself can go wrong, as far as that shows without the rules it calls."""
    match node:
        case Lookup(table, key):
            values = values_of(key.type)
            return values is None or any(value not in table.entries for value in values)
        case Fold(kind):
            return kind in ("min", "max")
    return isinstance(node, Call | Pick)


def _optional(a: Type) -> bool:
    return isinstance(a, OptionT | NoneT | NeverT)


def _bare(a: Type) -> Type:
    return a.of if isinstance(a, OptionT) else a


def _comparable(op: str, left: Expr, right: Expr) -> tuple[Expr, Expr]:
    a, b = _bare(left.type), _bare(right.type)
    if op in ("==", "!="):
        if isinstance(a, NoneT | NeverT) or isinstance(b, NoneT | NeverT):
            return left, right
        return _same_kind(left, right)
    for side in (left, right):
        if isinstance(side.type, OptionT | NoneT):
            raise Wrong("this may be None, and None has no order", MAY_BE_NONE, side.place)
    if isinstance(a, IntT) and isinstance(b, IntT):
        return left, right
    if isinstance(a, SetT | DomainT) and isinstance(b, SetT | DomainT):
        return _same_kind(left, right)
    if isinstance(a, ElementT):
        raise Wrong(f"{op} cannot order elements", "compare `domain.index(x)` instead")
    hint = "compare how many there are: `len(...)`" if isinstance(a, SetT) else _EQUAL_HINT
    raise Wrong(f"{op} cannot compare {a} with {b}", hint)


_EQUAL_HINT = "numbers have an order; other values have only == and !="


def _same_kind(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Read both sides of a comparison in one domain, or say that they can never be equal."""
    left, right = as_set(left), as_set(right)
    a, b = _bare(left.type), _bare(right.type)
    try:
        if isinstance(a, ElementT) and not isinstance(b, ElementT):
            return left, _fit_side(right, left.type if isinstance(right.type, OptionT) else a)
        if isinstance(b, ElementT) and not isinstance(a, ElementT):
            return _fit_side(left, b), right
        if isinstance(a, SetT) and isinstance(b, SetT):
            return _same_sets(left, right, a, b)
        join(a, b)
    except Mismatch:
        raise never_equal(a, b) from None
    return left, right


def _fit_side(side: Expr, wanted: Type) -> Expr:
    """Read one side of a comparison as an element of the other side's domain."""
    if isinstance(side, Const) or isinstance(_bare(side.type), TupleT | IntT):
        return fit(side, wanted)
    raise never_equal(_bare(side.type), _bare(wanted))


def never_equal(a: Type, b: Type) -> Wrong:
    """Return the error for values of two types that are never equal."""
    match a, b:
        case (SetT(), ElementT()) | (ElementT(), SetT()):
            instead = "write `x in s`, or `s == {x}`"
        case (BoolT(), _) | (_, BoolT()):
            instead = "a condition is used as it is: `x` or `not x`"
        case _:
            instead = "compare values of one kind, of one domain"
    return Wrong(f"{a} can never equal {b}", instead)


def _same_sets(left: Expr, right: Expr, a: SetT, b: SetT) -> tuple[Expr, Expr]:
    if isinstance(left, Const):
        return (fit(left, b) if not isinstance(right, Const) else left), right
    if isinstance(right, Const):
        return left, fit(right, a)
    try:
        check_fit(b, a)
    except Wrong:
        raise never_equal(a, b) from None
    return left, right


def member(item: Expr, of: Expr, place: Place) -> Expr:
    """Make `item in of`."""
    if isinstance(of.type, MapT):
        raise Wrong("a map covers its whole domain", "write `self.m[k] is not None`", of.place)
    if isinstance(of, Const) and isinstance(of.type, TableT):
        of = const(frozenset(of.value), place)
    if not isinstance(of.type, DomainT | SetT | SequenceT):
        raise Wrong(f"`in` needs a set, and this is {of.type}", "write `x == y`", of.place)
    if isinstance(item, Const) and isinstance(of, Const):
        return truth(item.value in of.value, place)
    if isinstance(of, Const) and isinstance(of.type, SetT | SequenceT) and not of.value:
        return truth(False, place)
    if isinstance(of.type, DomainT):
        item = _member_of_domain(item, of.type.domain)
        return Member(item, of, type=BOOL, place=place)
    assert isinstance(of.type, SetT | SequenceT)
    inner = of.type.of
    if isinstance(item.type, OptionT) and not isinstance(inner, OptionT):
        raise Wrong("this may be None, and None is in no set", MAY_BE_NONE, item.place)
    if isinstance(of, Const) and isinstance(inner, SequenceT | TupleT):
        if isinstance(item.type, ElementT):
            of = fit(const(frozenset(of.value), of.place), SetT(item.type))
    elif isinstance(of, Const) and isinstance(item.type, SetT) and isinstance(inner, SetT):
        of = fit(of, SetT(item.type))
    elif isinstance(of, Const) and isinstance(item.type, ElementT) and isinstance(inner, IntT):
        of = fit(const(frozenset(of.value), of.place), SetT(item.type))
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


def set_op(op: str, left: Expr, right: Expr, place: Place) -> Expr:
    """Make `| & - ^` on sets."""
    left, right = as_set(left), as_set(right)
    left, right = _fit_sides(left, right)
    kind = join(left.type, right.type)
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(OPERATORS[op](left.value, right.value), type=kind, place=place)
    return SetOp(op, left, right, type=kind, place=place)


def _fit_sides(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    if isinstance(left, Const | MakeSet) and not isinstance(right, Const | MakeSet):
        return fit(left, right.type), right
    if isinstance(right, Const | MakeSet) and not isinstance(left, Const | MakeSet):
        return left, fit(right, left.type)
    try:
        join(left.type, right.type)
        return left, right
    except Mismatch:
        return _fit_either(left, right)


def _fit_either(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Read plain tuples on one side as elements of the other side's domain."""
    for wanted in (left.type, right.type):
        try:
            return fit(left, wanted), fit(right, wanted)
        except Wrong:
            continue
    problem = f"{left.type} and {right.type} do not go together"
    raise Wrong(problem, "use sets over one domain")


def make_set(items: list[Expr], place: Place) -> Expr:
    """Make a set of the given items."""
    if all(isinstance(item, Const) for item in items):
        return const(frozenset(item.value for item in items if isinstance(item, Const)), place)
    kind = join_all(item.type for item in items)
    return MakeSet(tuple(items), type=SetT(kind), place=place)


def arith(op: str, left: Expr, right: Expr, place: Place) -> Expr:
    """Make an operation on numbers, or on sets where both sides are sets."""
    if isinstance(left.type, SetT | DomainT) and isinstance(right.type, SetT | DomainT):
        if op not in ("|", "&", "-", "^"):
            raise Wrong(f"{op} is no operation on sets", "sets have | & - and ^")
        return set_op(op, left, right, place)
    _check_operands(op, left, right)
    assert isinstance(left.type, IntT)
    assert isinstance(right.type, IntT)
    bounds = arith_bounds(op, left.type, right.type)
    if isinstance(left, Const) and isinstance(right, Const):
        return const(OPERATORS[op](left.value, right.value), place)
    return Arith(op, left, right, type=bounds, place=place)


def _check_operands(op: str, left: Expr, right: Expr) -> None:
    """Raise `Wrong` at the operand that is no number, or no set beside a set."""
    for side, other in ((left, right), (right, left)):
        if isinstance(side.type, OptionT | NoneT):
            needed = "a set" if isinstance(other.type, SetT) else "a number"
            raise Wrong(f"this may be None, where {needed} is needed", MAY_BE_NONE, side.place)
        if isinstance(other.type, SetT | DomainT):
            problem = f"{op} needs a set on both sides, and this is {side.type}"
            raise Wrong(problem, "write {x} for the set of one element", side.place)
    if op in ("|", "&", "^"):
        raise Wrong(f"{op} is for sets", _WORDS_FOR[op])
    for side in (left, right):
        if not isinstance(side.type, IntT):
            raise Wrong(
                f"{op} needs numbers, and this is {side.type}", _number_of(side), side.place
            )


_WORDS_FOR = {
    "|": "write `or` between conditions, + between numbers",
    "&": "write `and` between conditions",
    "^": "write `!=` between conditions",
}


def _number_of(expr: Expr) -> str:
    """Return how to get a number out of a value that is none."""
    match expr.type:
        case BoolT():
            return "write `(1 if ... else 0)`"
        case ElementT(Grid()):
            return "a cell has numbers: `cell.row`, `cell.column`; neighbours: `cell.right`"
        case ElementT():
            return "an element has neighbours: `x.next`, `x.previous`"
    return "use a number here"


def as_number(expr: Expr) -> Expr:
    """Read a condition as 0 or 1, as `sum` counts it."""
    if isinstance(expr.type, BoolT):
        one, zero = const(1, expr.place), const(0, expr.place)
        return choose(expr, one, zero, expr.place)
    if isinstance(expr.type, IntT | NeverT):
        return expr
    raise Wrong(f"a number is needed, and this is {expr.type}", _number_of(expr), expr.place)


def extreme(kind: str, items: list[Expr], place: Place) -> Expr:
    """Make the `min` or `max` of some numbers."""
    pick = EXTREMES[kind]
    for item in items:
        if not isinstance(item.type, IntT):
            problem = f"{kind} needs numbers, and this is {item.type}"
            raise Wrong(problem, _number_of(item), item.place)
    if all(isinstance(item, Const) for item in items):
        return const(pick(item.value for item in items if isinstance(item, Const)), place)
    bounds = [item.type for item in items if isinstance(item.type, IntT)]
    interval = IntT(pick(b.lo for b in bounds), pick(b.hi for b in bounds))
    return Extreme(kind, tuple(items), type=interval, place=place)


def size(of: Expr, place: Place) -> Expr:
    """Make `len`."""
    if isinstance(of, Const) and isinstance(of.type, SetT | DomainT | SequenceT | TableT | TupleT):
        return const(len(of.value), place)
    match of.type:
        case SetT(inner):
            values = values_of(inner)
            if values is None:
                raise Wrong(f"the size of {of.type} has no bound", "use a set over a domain")
            items = len(of.items) if isinstance(of, MakeSet) else len(values)
            least = 1 if isinstance(of, MakeSet) else 0
            return Size(of, type=IntT(least, min(items, len(values))), place=place)
        case SequenceT(_, most):
            return Size(of, type=IntT(0, most), place=place)
        case MapT():
            problem = f"len needs a set, and this is {of.type}"
            raise Wrong(problem, "count: sum(self.m[k] is not None for k in self.domain)", of.place)
    problem = f"len needs a set or a list, and this is {of.type}"
    raise Wrong(problem, "a number is used as it is; a set has a size", of.place)
