"""Building expressions: types are checked, bounds inferred and constants folded on the way."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import partial, reduce
from typing import Any

from ..errors import Place
from ..rules.domains import Domain, Players, Ring
from ..rules.grids import BoardDomain, Grid
from . import nodes as n
from . import types as t
from .bounds import arith_bounds, compare_bounds
from .coerce import MAY_BE_NONE, as_set, check_fit, contents, find, fit, is_set
from .tables import const, constants, tabulate

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


def truth(value: bool, place: Place) -> n.Const:
    """Make the constant true or false."""
    return n.Const(value, type=t.BOOL, place=place)


def as_test(expr: n.Expr) -> n.Expr:
    """Read an expression as a condition."""
    match expr.type:
        case t.BoolT() | t.NeverT():
            return expr
        case t.SetT() | t.DomainT():
            nothing = n.Const(frozenset(), type=t.SetT(t.NEVER))
            return compare("!=", as_set(expr), nothing, expr.place)
        case t.OptionT():
            problem, instead = "this may be None", "write `... is not None`"
        case t.IntT():
            problem, instead = "this is a number", "write `... != 0`"
        case t.ElementT():
            problem, instead = f"this is {expr.type}", "compare it: `... == x`, `... in xs`"
        case t.NoneT():
            problem, instead = "this is None", "return True or False on every way"
        case _:
            problem, instead = f"this is {expr.type}", "write a comparison"
    raise t.Wrong(f"a condition is needed, and {problem}", instead, expr.place)


def negate(expr: n.Expr, place: Place) -> n.Expr:
    """Make the opposite of a condition."""
    if isinstance(expr, n.Const):
        return truth(not expr.value, place)
    if isinstance(expr, n.Not):
        return expr.of
    return n.Not(expr, type=t.BOOL, place=place)


def conjunction(items: list[n.Expr], place: Place) -> n.Expr:
    """Make `and`; what follows a constant false is dropped."""
    return _connect(n.And, True, items, place)


def disjunction(items: list[n.Expr], place: Place) -> n.Expr:
    """Make `or`; what follows a constant true is dropped."""
    return _connect(n.Or, False, items, place)


def _connect(
    kind: type[n.And] | type[n.Or], unit: bool, items: list[n.Expr], place: Place
) -> n.Expr:
    kept: list[n.Expr] = []
    for item in items:
        if isinstance(item, n.Const):
            if item.value is not unit:
                kept.append(item)
                break
        elif isinstance(item, kind):
            kept.extend(item.items)
        else:
            kept.append(item)
    if not kept:
        return truth(unit, place)
    if isinstance(kept[-1], n.Const) and all(map(is_total, kept)):
        return kept[-1]
    if len(kept) == 1:
        return kept[0]
    return kind(tuple(kept), type=t.BOOL, place=place)


def choose(test: n.Expr, yes: n.Expr, no: n.Expr, place: Place) -> n.Expr:
    """Make a conditional expression."""
    if isinstance(test, n.Const):
        return yes if test.value else no
    yes, no = _alike(as_set(yes), as_set(no)) if yes.type != no.type else (yes, no)
    return n.Choose(test, yes, no, type=t.join(yes.type, no.type), place=place)


def _alike(a: n.Expr, b: n.Expr) -> tuple[n.Expr, n.Expr]:
    """Read a constant next to an element or a set as one of the same domain."""
    if isinstance(a, n.Const) and not isinstance(b, n.Const):
        plain = a.value is None or isinstance(b.type, t.IntT | t.NoneT)
        return (a if plain else fit(a, b.type)), b
    if isinstance(b, n.Const) and not isinstance(a, n.Const):
        b, a = _alike(b, a)
    return a, b


# -- comparison ---------------------------------------------------------------------------------


def compare(op: str, left: n.Expr, right: n.Expr, place: Place) -> n.Expr:
    """Make a comparison."""
    left, right = _comparable(op, *_opened(left, right, op not in ("==", "!=")))
    if isinstance(left, n.Const) and isinstance(right, n.Const):
        return truth(bool(OPERATORS[op](left.value, right.value)), place)
    decided = _decided(op, left.type, right.type)
    if decided is not None and is_total(left) and is_total(right):
        return truth(decided, place)
    return n.Compare(op, left, right, type=t.BOOL, place=place)


def _decided(op: str, a: t.Type, b: t.Type) -> bool | None:
    match a, b:
        case (t.IntT(), t.IntT()):
            return compare_bounds(op, a, b)
        case (t.NoneT(), t.NoneT()):
            return op == "=="
        case (t.NoneT(), t.OptionT() | t.NeverT()) | (t.OptionT() | t.NeverT(), t.NoneT()):
            return None
        case (t.NoneT(), _) | (_, t.NoneT()):
            return op == "!="
    return None


def is_total(expr: n.Expr) -> bool:
    """Whether computing an expression can never go wrong, so that it may be left out."""
    return not any(map(may_fail, expr.walk()))


def may_fail(node: n.Node) -> bool:
    """Whether a node itself can go wrong, as far as that shows without the rules it calls."""
    match node:
        case n.Lookup(table, key):
            values = t.values_of(key.type)
            return values is None or any(value not in table.entries for value in values)
        case n.Fold(kind):
            return kind in ("min", "max")
    return isinstance(node, n.Call | n.Pick)


def _opened(left: n.Expr, right: n.Expr, always: bool) -> tuple[n.Expr, n.Expr]:
    """Read elements that are sets as sets, where both sides are sets or elements that are."""
    types = (left.type, right.type)
    sets = all(isinstance(a, t.SetT | t.DomainT) or is_set(a) for a in types)
    if sets and (always or left.type != right.type):
        return contents(left), contents(right)
    return left, right


def _bare(a: t.Type) -> t.Type:
    return a.of if isinstance(a, t.OptionT) else a


def _comparable(op: str, left: n.Expr, right: n.Expr) -> tuple[n.Expr, n.Expr]:
    a, b = _bare(left.type), _bare(right.type)
    if op in ("==", "!="):
        if isinstance(a, t.NoneT | t.NeverT) or isinstance(b, t.NoneT | t.NeverT):
            return left, right
        return _same_kind(left, right)
    for side in (left, right):
        if isinstance(side.type, t.OptionT | t.NoneT):
            raise t.Wrong("this may be None, and None has no order", MAY_BE_NONE, side.place)
    if isinstance(a, t.IntT) and isinstance(b, t.IntT):
        return left, right
    if isinstance(a, t.SetT | t.DomainT) and isinstance(b, t.SetT | t.DomainT):
        return _same_kind(left, right)
    if isinstance(a, t.ElementT):
        raise t.Wrong(f"{op} cannot order elements", "compare `domain.index(x)` instead")
    hint = "numbers have an order; other values have only == and !="
    if isinstance(a, t.SetT):
        hint = "compare how many there are: `len(...)`"
    raise t.Wrong(f"{op} cannot compare {a} with {b}", hint)


def _same_kind(left: n.Expr, right: n.Expr) -> tuple[n.Expr, n.Expr]:
    """Read both sides of a comparison in one domain, or say that they can never be equal."""
    left, right = as_set(left), as_set(right)
    a, b = _bare(left.type), _bare(right.type)
    try:
        if isinstance(a, t.ElementT) and not isinstance(b, t.ElementT):
            return left, _fit_side(right, left.type if isinstance(right.type, t.OptionT) else a)
        if isinstance(b, t.ElementT) and not isinstance(a, t.ElementT):
            return _fit_side(left, b), right
        if isinstance(a, t.SetT) and isinstance(b, t.SetT):
            return _same_sets(left, right, a, b)
        t.join(a, b)
    except t.Mismatch:
        raise never_equal(a, b) from None
    return left, right


def _fit_side(side: n.Expr, wanted: t.Type) -> n.Expr:
    """Read one side of a comparison as an element of the other side's domain."""
    if isinstance(side.type, t.TupleT | t.IntT) and not isinstance(side, n.Const):
        element = _bare(wanted)
        assert isinstance(element, t.ElementT)
        return find(side, element.domain)
    words = isinstance(side.type, t.TextT) and isinstance(side, n.Lookup | n.Choose)
    if words or isinstance(side, n.Const) or isinstance(_bare(side.type), t.TupleT | t.IntT):
        return fit(side, wanted)
    raise never_equal(_bare(side.type), _bare(wanted))


def never_equal(a: t.Type, b: t.Type) -> t.Wrong:
    """Return the error for values of two types that are never equal."""
    match a, b:
        case (t.SetT(), t.ElementT()) | (t.ElementT(), t.SetT()):
            instead = "write `x in s`, or `s == {x}`"
        case (t.BoolT(), _) | (_, t.BoolT()):
            instead = "a condition is used as it is: `x` or `not x`"
        case (t.TextT(), t.ElementT(domain)) | (t.ElementT(domain), t.TextT()):
            instead = f"hand over the element, not its name: {_an_element(domain)}"
        case (t.SetT(t.TextT()), t.SetT(t.ElementT(domain))) | (
            t.SetT(t.ElementT(domain)),
            t.SetT(t.TextT()),
        ):
            instead = f"make sets of elements, not of their names: {{{_an_element(domain)}, …}}"
        case _:
            instead = "compare values of one kind, of one domain"
    return t.Wrong(f"{a} can never equal {b}", instead)


def _an_element(domain: Domain[Any]) -> str:
    """Write an element of a domain as a rulebook does."""
    first = str(domain.elements[0])
    if isinstance(domain, Players):
        return f"self.players.{first}"
    return f"self.{vars(domain).get('called', 'domain')}[{first!r}]"


def _same_sets(left: n.Expr, right: n.Expr, a: t.SetT, b: t.SetT) -> tuple[n.Expr, n.Expr]:
    if isinstance(left, n.Const):
        return (fit(left, b) if not isinstance(right, n.Const) else left), right
    if isinstance(right, n.Const):
        return left, fit(right, a)
    try:
        check_fit(b, a)
    except t.Wrong:
        raise never_equal(a, b) from None
    return left, right


def member(item: n.Expr, of: n.Expr, place: Place) -> n.Expr:
    """Make `item in of`."""
    of = contents(of)
    if isinstance(of, n.MakeTuple):
        return disjunction([compare("==", item, one, place) for one in of.items], place)
    if isinstance(of.type, t.MapT):
        raise t.Wrong("a map covers its whole domain", "write `self.m[k] is not None`", of.place)
    if isinstance(of, n.Const) and isinstance(of.type, t.TableT):
        of = const(frozenset(of.value), place)
    if not isinstance(of.type, t.DomainT | t.SetT | t.SequenceT):
        raise t.Wrong(f"`in` needs a set, and this is {of.type}", "write `x == y`", of.place)
    if isinstance(item, n.Const) and isinstance(of, n.Const):
        return truth(item.value in of.value, place)
    if isinstance(of, n.Const) and isinstance(of.type, t.SetT | t.SequenceT) and not of.value:
        return truth(False, place)
    if isinstance(of.type, t.DomainT):
        item = _member_of_domain(item, of.type.domain)
        return n.Member(item, of, type=t.BOOL, place=place)
    assert isinstance(of.type, t.SetT | t.SequenceT)
    inner = of.type.of
    if isinstance(item.type, t.OptionT) and not isinstance(inner, t.OptionT):
        raise t.Wrong("this may be None, and None is in no set", MAY_BE_NONE, item.place)
    match item.type, inner:
        case (t.ElementT(), t.SequenceT() | t.TupleT() | t.IntT() | t.TextT()) if isinstance(
            of, n.Const
        ):
            of = fit(const(frozenset(of.value), of.place), t.SetT(item.type))
        case (t.SetT(), t.SetT()) if isinstance(of, n.Const):
            of = fit(of, t.SetT(item.type))
        case (_, t.SequenceT() | t.TupleT()) if isinstance(of, n.Const):
            pass
        case (t.IntT(), t.IntT()):
            pass
        case (t.TupleT() | t.IntT(), t.ElementT(domain)) if not isinstance(item, n.Const):
            there = n.Member(item, const(domain, place), type=t.BOOL, place=place)
            found = n.Member(fit(item, inner), of, type=t.BOOL, place=place)
            return conjunction([there, found], place)
        case _:
            item = fit(item, inner)
    return n.Member(item, of, type=t.BOOL, place=place)


def _member_of_domain(item: n.Expr, domain: Domain[Any]) -> n.Expr:
    wanted = t.element_type(domain)
    match wanted, item.type:
        case (t.ElementT(), t.TupleT() | t.IntT()) | (t.IntT(), t.IntT()):
            return item
    return fit(item, wanted)


# -- sets and numbers ---------------------------------------------------------------------------


def set_op(op: str, left: n.Expr, right: n.Expr, place: Place) -> n.Expr:
    """Make `| & - ^` on sets."""
    left, right = as_set(left), as_set(right)
    left, right = _fit_sides(left, right)
    kind = t.join(left.type, right.type)
    if isinstance(left, n.Const) and isinstance(right, n.Const):
        return n.Const(OPERATORS[op](left.value, right.value), type=kind, place=place)
    return n.SetOp(op, left, right, type=kind, place=place)


def _fit_sides(left: n.Expr, right: n.Expr) -> tuple[n.Expr, n.Expr]:
    if isinstance(left, n.Const | n.MakeSet) and not isinstance(right, n.Const | n.MakeSet):
        return fit(left, right.type), right
    if isinstance(right, n.Const | n.MakeSet) and not isinstance(left, n.Const | n.MakeSet):
        return left, fit(right, left.type)
    try:
        t.join(left.type, right.type)
        return left, right
    except t.Mismatch:
        return _fit_either(left, right)


def _fit_either(left: n.Expr, right: n.Expr) -> tuple[n.Expr, n.Expr]:
    """Read plain tuples on one side as elements of the other side's domain."""
    for wanted in (left.type, right.type):
        try:
            return fit(left, wanted), fit(right, wanted)
        except t.Wrong:
            continue
    problem = f"{left.type} and {right.type} do not go together"
    raise t.Wrong(problem, "use sets over one domain")


def reach(board: BoardDomain[Any], start: n.Expr, within: n.Expr, place: Place) -> n.Expr:
    """Make the set of what can be reached on a board from a set inside a set."""
    kind = t.SetT(t.element_type(board))
    start, within = fit(as_set(start), kind), fit(as_set(within), kind)
    if isinstance(start, n.Const) and isinstance(within, n.Const):
        return n.Const(board.reach(start.value, within.value), type=kind, place=place)
    return n.Reach(board, start, within, type=kind, place=place)


def make_set(items: list[n.Expr], place: Place) -> n.Expr:
    """Make a set of the given items."""
    values = constants(items)
    if values is not None:
        return const(frozenset(values), place)
    kind = t.join_all(item.type for item in items)
    return n.MakeSet(tuple(items), type=t.SetT(kind), place=place)


def arith(op: str, left: n.Expr, right: n.Expr, place: Place) -> n.Expr:
    """Make an operation on numbers, or on sets where both sides are sets."""
    if is_set(left.type) or is_set(right.type):
        left, right = contents(left), contents(right)
    if isinstance(left.type, t.SetT | t.DomainT) and isinstance(right.type, t.SetT | t.DomainT):
        if op not in ("|", "&", "-", "^"):
            raise t.Wrong(f"{op} is no operation on sets", "sets have | & - and ^")
        return set_op(op, left, right, place)
    for place_, steps in ((left, right), (right, left)) if op == "+" else ((left, right),):
        match place_.type, steps.type:
            case (t.ElementT(Ring() as ring), t.IntT()) if op in ("+", "-"):
                size = const(len(ring), place)
                return tabulate(op, OPERATORS[op], (place_, arith("%", steps, size, place)), place)
    _check_operands(op, left, right)
    bounds = arith_bounds(op, *_bounds_of(op, [left, right]))
    if isinstance(left, n.Const) and isinstance(right, n.Const):
        return const(OPERATORS[op](left.value, right.value), place)
    return n.Arith(op, left, right, type=bounds, place=place)


def _check_operands(op: str, left: n.Expr, right: n.Expr) -> None:
    """Raise `Wrong` at an operand that may be None, or that is no set where one is needed."""
    for side, other in ((left, right), (right, left)):
        if isinstance(side.type, t.OptionT | t.NoneT):
            needed = "a set" if isinstance(other.type, t.SetT) else "a number"
            raise t.Wrong(f"this may be None, where {needed} is needed", MAY_BE_NONE, side.place)
        if isinstance(other.type, t.SetT | t.DomainT):
            problem = f"{op} needs a set on both sides, and this is {side.type}"
            raise t.Wrong(problem, "write {x} for the set of one element", side.place)
    if op in ("|", "&", "^"):
        raise t.Wrong(f"{op} is for sets", _WORDS_FOR[op])


def _bounds_of(word: str, items: list[n.Expr]) -> list[t.IntT]:
    """Return the bounds of numbers; raise `Wrong` at what is none."""
    for item in items:
        if not isinstance(item.type, t.IntT):
            problem = f"{word} needs numbers, and this is {item.type}"
            raise t.Wrong(problem, _number_of(item), item.place)
    return [item.type for item in items if isinstance(item.type, t.IntT)]


_WORDS_FOR = {
    "|": "write `or` between conditions, + between numbers",
    "&": "write `and` between conditions",
    "^": "write `!=` between conditions",
}


def _number_of(expr: n.Expr) -> str:
    """Return how to get a number out of a value that is none."""
    match expr.type:
        case t.BoolT():
            return "write `(1 if ... else 0)`"
        case t.ElementT(Grid()):
            return "a cell has numbers: `cell.row`, `cell.column`; neighbours: `cell.right`"
        case t.ElementT(Ring()):
            return "a number goes round the ring: `x + 2`, `x - 1`; neighbours: `x.next`"
        case t.ElementT():
            return "an element has neighbours: `x.next`, `x.previous`"
    return "use a number here"


def as_number(expr: n.Expr) -> n.Expr:
    """Read a condition as 0 or 1, as `sum` counts it."""
    if isinstance(expr.type, t.BoolT):
        one, zero = const(1, expr.place), const(0, expr.place)
        return choose(expr, one, zero, expr.place)
    if isinstance(expr.type, t.IntT | t.NeverT):
        return expr
    raise t.Wrong(f"a number is needed, and this is {expr.type}", _number_of(expr), expr.place)


def extreme(kind: str, items: list[n.Expr], place: Place) -> n.Expr:
    """Make the `min` or `max` of some numbers."""
    pick, bounds, values = EXTREMES[kind], _bounds_of(kind, items), constants(items)
    if values is not None:
        return const(pick(values), place)
    interval = t.IntT(pick(b.lo for b in bounds), pick(b.hi for b in bounds))
    return n.Extreme(kind, tuple(items), type=interval, place=place)


#: The types of constants that have a size.
_SIZED = (t.SetT, t.DomainT, t.SequenceT, t.TableT, t.TupleT)


def size(of: n.Expr, place: Place) -> n.Expr:
    """Make `len`."""
    of = contents(of)
    if isinstance(of, n.Const) and isinstance(of.type, _SIZED):
        return const(len(of.value), place)
    match of.type:
        case t.SetT(inner):
            values = t.values_of(inner)
            if values is None:
                raise t.Wrong(f"the size of {of.type} has no bound", "use a set over a domain")
            bounds = t.IntT(0, len(values))
            if isinstance(of, n.MakeSet):
                bounds = t.IntT(1, min(len(of.items), len(values)))
            return n.Size(of, type=bounds, place=place)
        case t.SequenceT(_, most):
            return n.Size(of, type=t.IntT(0, most), place=place)
        case t.MapT():
            problem = f"len needs a set, and this is {of.type}"
            instead = "count: sum(self.m[k] is not None for k in self.domain)"
            raise t.Wrong(problem, instead, of.place)
    problem = f"len needs a set or a list, and this is {of.type}"
    raise t.Wrong(problem, "a number is used as it is; a set has a size", of.place)
