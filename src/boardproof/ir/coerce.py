"""Reading a value as one of a wanted type: plain pairs as cells, words as players, or a refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..rules.domains import Domain, Players
from ..rules.elements import Chain, Region
from ..rules.state import domain_label
from . import nodes as n
from . import types as t

MAY_BE_NONE = "make sure of it first: `if x is not None:` or `require(x is not None)`"

#: The label of tables that find the element equal to a plain tuple or number.
ELEMENT = "element"
#: The label of tables of what elements have that are tuples or sets.
CONTENTS = "contents"


def describe(value: Any) -> str:
    """Write a constant for a message."""
    return repr(value) if not isinstance(value, tuple) else f"({', '.join(map(repr, value))})"


def fit(expr: n.Expr, target: t.Type) -> n.Expr:
    """Read an expression as a value of a type; a number's bounds are left to `escapes`."""
    have = expr.type
    if isinstance(expr, n.Const):
        return _fit_constant(expr, target)
    match target, have:
        case (t.OptionT(), t.NoneT() | t.OptionT()):
            pass
        case (t.OptionT(of), _):
            return fit(expr, of)
        case (_, t.OptionT()):
            raise t.Wrong(f"this may be None, where {target} is needed", MAY_BE_NONE, expr.place)
        case (t.ElementT(domain), t.TupleT() | t.IntT()):
            return locate(expr, domain)
        case (t.ElementT(domain), t.TextT()) if isinstance(expr, n.Lookup | n.Choose):
            return _named(expr, domain)
        case (t.SetT(of), t.DomainT(domain)):
            return as_set(expr)
        case (t.SetT(of), t.ElementT()) if is_set(have):
            return fit(contents(expr), target)
        case (t.SetT(t.NeverT()), t.SetT()):
            return expr
        case (t.SetT(of), t.SetT()) if isinstance(expr, n.MakeSet):
            items = tuple(fit(item, of) for item in expr.items)
            # A number that may lie outside stays in the type, so that it is checked when it runs.
            wide = t.SetT(t.join_all([of, *(item.type for item in items)]))
            return replace(expr, items=items, type=wide if isinstance(of, t.IntT) else target)
        case (t.TupleT(items), t.TupleT(others)) if len(items) == len(others):
            if isinstance(expr, n.MakeTuple):
                return replace(expr, items=tuple(map(fit, expr.items, items)))
    try:
        check_fit(have, target)
    except t.Wrong as wrong:
        wrong.at = wrong.at or expr.place
        raise
    return expr


def _named(expr: n.Lookup | n.Choose, domain: Domain[Any]) -> n.Expr:
    """Read words, each of which names an element, as those elements."""
    kind = t.ElementT(domain)
    if isinstance(expr, n.Choose):
        return replace(expr, yes=fit(expr.yes, kind), no=fit(expr.no, kind), type=kind)
    for word in expr.table.entries.values():
        if word not in domain:
            raise t.Wrong(f"{describe(word)} is not {kind}", _advice(t.TEXT, kind), expr.place)
    entries = {key: domain[word] for key, word in expr.table.entries.items()}
    return replace(expr, table=replace(expr.table, entries=entries), type=kind)


def check_fit(have: t.Type, target: t.Type) -> None:
    """Raise `Wrong` where no value of one type is a value of another."""
    match target, have:
        case (_, t.NeverT()):
            return None
        case (t.IntT(), t.IntT()) if have.hi >= target.lo and have.lo <= target.hi:
            return None
        case (t.OptionT(of), t.NoneT()):
            return None
        case (t.OptionT(of), t.OptionT(inner)):
            return check_fit(inner, of)
        case (t.OptionT(of), _):
            return check_fit(have, of)
        case (t.SetT(of), t.SetT(inner)):
            if isinstance(of, t.ElementT) and isinstance(inner, t.ElementT) and of != inner:
                raise misfit(have, target)
            return check_fit(inner, of)
        case (t.TupleT(items), t.TupleT(others)) if len(items) == len(others):
            for wanted, given in zip(items, others, strict=True):
                check_fit(given, wanted)
            return None
        case (t.SequenceT(of), t.SequenceT(inner)):
            return check_fit(inner, of)
        case (t.TableT(), t.TableT()):
            check_fit(have.key, target.key)
            return check_fit(have.value, target.value)
        case _ if have == target:
            return None
    raise misfit(have, target)


def misfit(have: t.Type, target: t.Type) -> t.Wrong:
    """Return the error for a value of one type where another is needed."""
    return t.Wrong(f"this is {have}, where {target} is needed", _advice(have, target))


def _advice(have: t.Type, target: t.Type) -> str:
    """Return what to write for a value of the right type."""
    match target, have:
        case (t.OptionT(of), _):
            return _advice(have, of)
        case (t.IntT(lo, hi), t.IntT()):
            return f"keep it within {lo}..{hi}, or declare a wider range in setup"
        case (t.IntT(), t.BoolT()):
            return "write `1 if ... else 0`"
        case (t.BoolT(), t.IntT()):
            return "write True or False, or compare: `... != 0`"
        case (t.SetT(of), t.ElementT() | t.IntT()):
            return "write {x} for the set of one element"
        case (t.ElementT() | t.IntT(), t.SetT()):
            return "use one element, not a set"
        case (_, t.NoneT()):
            return "None fits only what is declared with `| None`"
        case (t.ElementT(domain), _):
            return choose_from(domain)
    return f"use {target} here"


def choose_from(domain: Domain[Any]) -> str:
    """Return which elements a domain has, in words."""
    if isinstance(domain, Players):
        return f"the players are {listing(domain)}"
    return f"use an element of {domain_label(domain)}"


def listing(values: Any) -> str:
    """Write some values as an enumeration.

    >>> listing(["A", "B", "C"]), listing(range(9))
    ('A, B and C', '0, 1, 2, 3, 4, …')
    """
    shown = [str(value) for value in values]
    if len(shown) > 6:
        return ", ".join([*shown[:5], "…"])
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def _fit_constant(expr: n.Const, target: t.Type) -> n.Expr:
    value = frozenset(expr.value) if isinstance(expr.value, Domain) else expr.value
    if (
        isinstance(target, t.SetT)
        and isinstance(target.of, t.NeverT)
        and isinstance(expr.type, t.SetT)
    ):
        return expr
    if t.contains(target, value):
        number = isinstance(value, int) and isinstance(target, t.IntT)
        kind = t.type_of(value) if number else target
        return n.Const(normal(value, target), type=kind, place=expr.place)
    if isinstance(target, t.SequenceT | t.TableT | t.DomainT | t.NeverT):
        check_fit(expr.type, target)
        return expr
    advice = _advice(expr.type, target)
    if value is None:
        raise t.Wrong(f"this is None, where {target} is needed", advice, expr.place)
    if isinstance(target, t.SetT) and isinstance(value, frozenset | set):
        odd = min((v for v in value if not t.contains(target.of, v)), key=repr)
        if isinstance(odd, str | int | tuple):
            _fit_constant(n.Const(odd, type=t.type_of(odd), place=expr.place), target.of)
    if isinstance(value, str | int | tuple):
        raise t.Wrong(f"{describe(value)} is not {target}", advice, expr.place)
    raise t.Wrong(f"this is {expr.type}, where {target} is needed", advice, expr.place)


def normal(value: Any, target: t.Type) -> Any:
    """Return the domain's own element for a plain value equal to it."""
    match target:
        case t.ElementT(domain):
            return domain[value]
        case t.OptionT(of):
            return None if value is None else normal(value, of)
        case t.SetT(of):
            return frozenset(normal(v, of) for v in value)
        case t.TupleT(items):
            return tuple(map(normal, value, items))
    return value


def escapes(have: t.Type, target: t.Type) -> bool:
    """Whether a value of one type may lie outside the bounds of another."""
    match target, have:
        case (t.IntT(), t.IntT()):
            return have.lo < target.lo or have.hi > target.hi
        case (t.OptionT(of), t.OptionT(inner)) | (t.SetT(of), t.SetT(inner)):
            return escapes(inner, of)
        case (t.OptionT(of), _):
            return escapes(have, of)
    return False


def locate(key: n.Expr, domain: Domain[Any]) -> n.Expr:
    """Find the element of a domain that equals a plain tuple or number."""
    values = t.values_of(key.type)
    if values is None:
        raise misfit(key.type, t.ElementT(domain))
    entries = {value: domain[value] for value in values if value in domain}
    if not entries:
        raise misfit(key.type, t.ElementT(domain))
    return n.Lookup(n.Table(ELEMENT, entries), key, type=t.ElementT(domain), place=key.place)


def find(key: n.Expr, domain: Domain[Any]) -> n.Expr:
    """Find the element of a domain that equals a plain tuple or number, None if there is none."""
    found = locate(key, domain)
    assert isinstance(found, n.Lookup)
    values = t.values_of(key.type) or []
    entries = {value: found.table.entries.get(value) for value in values}
    if None not in entries.values():
        return found
    kind = t.OptionT(t.ElementT(domain))
    return n.Lookup(n.Table(ELEMENT, entries), key, type=kind, place=key.place)


def is_set(a: t.Type) -> bool:
    """Whether the values of a type are elements that are themselves sets."""
    return isinstance(a, t.ElementT) and all(isinstance(e, Region) for e in a.domain)


def opened(a: t.Type) -> t.Type:
    """Return the type of sets that elements of a type are, any other type as it is."""
    if not is_set(a):
        return a
    assert isinstance(a, t.ElementT)
    return t.SetT(t.join_all(t.type_of(part) for element in a.domain for part in element))


def contents(expr: n.Expr, ordered: bool = False) -> n.Expr:
    """Read an element that is a set or a tuple as what it has: a set where order is no matter."""
    if not isinstance(expr.type, t.ElementT):
        return expr
    domain = expr.type.domain
    if not all(isinstance(element, Region | Chain) for element in domain):
        return expr
    whole = tuple if ordered or not is_set(expr.type) else frozenset
    entries = {element: whole(element) for element in domain}
    kind = t.join_all(map(t.type_of, entries.values()))
    if isinstance(expr, n.Const):
        return n.Const(entries[expr.value], type=kind, place=expr.place)
    return n.Lookup(n.Table(CONTENTS, entries), expr, type=kind, place=expr.place)


def as_set(expr: n.Expr) -> n.Expr:
    """Read a domain as the set of its elements."""
    if isinstance(expr, n.Const) and isinstance(expr.value, Domain):
        elements = frozenset(expr.value)
        return n.Const(elements, type=t.SetT(t.element_type(expr.value)), place=expr.place)
    return expr
