"""Reading a value as one of a wanted type: plain pairs as cells, words as players, or a refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..rules.domains import Domain, Players
from ..rules.state import domain_label
from .nodes import Const, Expr, Lookup, MakeSet, MakeTuple, Table
from .types import (
    BoolT,
    DomainT,
    ElementT,
    IntT,
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
    join_all,
    type_of,
    values_of,
)

MAY_BE_NONE = "make sure of it first: `if x is not None:` or `require(x is not None)`"

#: The label of tables that find the element equal to a plain tuple or number.
ELEMENT = "element"


def describe(value: Any) -> str:
    """Write a constant for a message."""
    return repr(value) if not isinstance(value, tuple) else f"({', '.join(map(repr, value))})"


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
            check_fit(inner, of)
            return expr
        case (OptionT(of), _):
            return fit(expr, of)
        case (_, OptionT()):
            raise Wrong(f"this may be None, where {target} is needed", MAY_BE_NONE, expr.place)
        case (ElementT(domain), TupleT() | IntT()):
            return locate(expr, domain)
        case (SetT(of), DomainT(domain)):
            return as_set(expr)
        case (SetT(NeverT()), SetT()):
            return expr
        case (SetT(of), SetT()) if isinstance(expr, MakeSet):
            items = tuple(fit(item, of) for item in expr.items)
            # A number that may lie outside stays in the type, so that it is checked when it runs.
            wide = SetT(join_all([of, *(item.type for item in items)]))
            return replace(expr, items=items, type=wide if isinstance(of, IntT) else target)
        case (TupleT(items), TupleT(others)) if len(items) == len(others):
            if isinstance(expr, MakeTuple):
                return replace(expr, items=tuple(map(fit, expr.items, items)))
    try:
        check_fit(have, target)
    except Wrong as wrong:
        wrong.at = wrong.at or expr.place
        raise
    return expr


def check_fit(have: Type, target: Type) -> None:
    """Raise `Wrong` where no value of one type is a value of another."""
    match target, have:
        case (_, NeverT()) | (BoolT(), BoolT()) | (ResultT(), ResultT()) | (TextT(), TextT()):
            return None
        case (IntT(), IntT()):
            if have.hi < target.lo or have.lo > target.hi:
                raise misfit(have, target)
            return None
        case (ElementT(wanted), ElementT(given)):
            if wanted is not given:
                raise misfit(have, target)
            return None
        case (OptionT(of), NoneT()):
            return None
        case (OptionT(of), OptionT(inner)):
            return check_fit(inner, of)
        case (OptionT(of), _):
            return check_fit(have, of)
        case (SetT(of), SetT(inner)):
            if isinstance(of, ElementT) and isinstance(inner, ElementT) and of != inner:
                raise misfit(have, target)
            return check_fit(inner, of)
        case (TupleT(items), TupleT(others)) if len(items) == len(others):
            for one, other in zip(items, others, strict=True):
                check_fit(other, one)
            return None
        case (SequenceT(of), SequenceT(inner)):
            return check_fit(inner, of)
        case (TableT(), TableT()):
            check_fit(have.key, target.key)
            return check_fit(have.value, target.value)
        case (DomainT(), DomainT()) if target == have:
            return None
    raise misfit(have, target)


def misfit(have: Type, target: Type) -> Wrong:
    """Return the error for a value of one type where another is needed."""
    return Wrong(f"this is {have}, where {target} is needed", _advice(have, target))


def _advice(have: Type, target: Type) -> str:
    """Return what to write for a value of the right type."""
    match target, have:
        case (OptionT(of), _):
            return _advice(have, of)
        case (IntT(lo, hi), IntT()):
            return f"keep it within {lo}..{hi}, or declare a wider range in setup"
        case (IntT(), BoolT()):
            return "write `1 if ... else 0`"
        case (BoolT(), IntT()):
            return "write True or False, or compare: `... != 0`"
        case (SetT(of), ElementT() | IntT()):
            return "write {x} for the set of one element"
        case (ElementT() | IntT(), SetT()):
            return "use one element, not a set"
        case (_, NoneT()):
            return "None fits only what is declared with `| None`"
        case (ElementT(domain), _):
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


def _fit_constant(expr: Const, target: Type) -> Expr:
    value = frozenset(expr.value) if isinstance(expr.value, Domain) else expr.value
    if isinstance(target, SetT) and isinstance(target.of, NeverT) and isinstance(expr.type, SetT):
        return expr
    if contains(target, value):
        return Const(normal(value, target), type=_tight(value, target), place=expr.place)
    if isinstance(target, SequenceT | TableT | DomainT | NeverT):
        check_fit(expr.type, target)
        return expr
    advice = _advice(expr.type, target)
    if value is None:
        raise Wrong(f"this is None, where {target} is needed", advice, expr.place)
    odd = _odd_one(value, target)
    if odd is not None:
        raise Wrong(
            f"{describe(odd[0])} is not {odd[1]}", _advice(type_of(odd[0]), odd[1]), expr.place
        )
    if isinstance(value, str | int | tuple):
        raise Wrong(f"{describe(value)} is not {target}", advice, expr.place)
    raise Wrong(f"this is {expr.type}, where {target} is needed", advice, expr.place)


def _odd_one(value: Any, target: Type) -> tuple[Any, Type] | None:
    """Find the element that keeps a constant set from being one of the wanted elements."""
    if not isinstance(target, SetT) or not isinstance(value, frozenset | set):
        return None
    odd = sorted((v for v in value if not contains(target.of, v)), key=repr)
    return (odd[0], target.of) if odd and isinstance(odd[0], str | int | tuple) else None


def _tight(value: Any, target: Type) -> Type:
    return type_of(value) if isinstance(value, int) and isinstance(target, IntT) else target


def normal(value: Any, target: Type) -> Any:
    """Return the domain's own element for a plain value equal to it."""
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
    """Whether a value of one type may lie outside the bounds of another."""
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
        raise misfit(key.type, ElementT(domain))
    entries = {value: domain[value] for value in values if value in domain}
    if not entries:
        raise misfit(key.type, ElementT(domain))
    return Lookup(Table(ELEMENT, entries), key, type=ElementT(domain), place=key.place)


def as_set(expr: Expr) -> Expr:
    """Read a domain as the set of its elements."""
    if isinstance(expr, Const) and isinstance(expr.value, Domain):
        elements = frozenset(expr.value)
        return Const(elements, type=SetT(element_type(expr.value)), place=expr.place)
    return expr
