"""Constant functions of finite arguments as tables: `cell.up`, `self.after[side][place]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from operator import getitem
from typing import Any

from ..errors import Place
from .nodes import Const, Expr, Lookup, MakeTuple, Table
from .types import Mismatch, SequenceT, TupleT, Type, Wrong, join_all, type_of, values_of


def const(value: Any, place: Place) -> Const:
    """Make a constant."""
    try:
        return Const(value, type=type_of(value), place=place)
    except TypeError:
        raise Wrong(
            f"this constant is {_odd_part(value)}, which is no value of the rule language",
            "use whole numbers, words, tuples, lists, sets, dicts or elements of domains",
        ) from None


def constants(items: Iterable[Expr]) -> list[Any] | None:
    """Return the values of expressions, None where one is not constant."""
    values = []
    for item in items:
        if not isinstance(item, Const):
            return None
        values.append(item.value)
    return values


def _odd_part(value: Any) -> str:
    """Name the kind of thing, deep inside a constant perhaps, that rules know nothing of."""
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        for item in value:
            try:
                type_of(item)
            except TypeError:
                return _odd_part(item)
    kind = "function" if callable(value) else type(value).__name__
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def tabulate(
    label: str, function: Callable[..., Any], arguments: tuple[Expr, ...], place: Place
) -> Expr:
    """Turn a constant function of finite arguments into a table, or its one value.

    A first argument that is constant is no part of the key.
    """
    values = constants(arguments)
    if values is not None:
        return const(_frozen(function(*values)), place)
    if isinstance(arguments[0], Const):
        function, arguments = partial(function, arguments[0].value), arguments[1:]
    key = _flat_key(arguments, place)
    calls = [(v, v if len(arguments) > 1 else (v,)) for v in _listed(key.type)]
    entries = _entries(label, function, calls, key)
    return Lookup(Table(label, entries), key, type=_joined(label, entries), place=place)


def _entries(
    label: str, function: Callable[..., Any], calls: Iterable[tuple[Any, Any]], key: Expr
) -> dict[Any, Any]:
    """Return the values of a function by their keys, each of which comes with the arguments."""
    entries: dict[Any, Any] = {}
    for at, arguments in calls:
        try:
            entries[at] = _frozen(function(*arguments))
        except (LookupError, ValueError):
            continue
    if not entries:
        raise Wrong(f"{label} has no entry for {key.type}", "use a key that it has")
    return entries


def _joined(label: str, entries: dict[Any, Any]) -> Type:
    """Return the type of a table's entries, which must be of one kind."""
    try:
        return join_all(map(type_of, entries.values()))
    except Mismatch as mismatch:
        problem = f"{label} gives values of different kinds: {mismatch.a} and {mismatch.b}"
        raise Wrong(problem, "use one kind only") from None
    except TypeError:
        problem = f"{label} gives {_odd_part(list(entries.values()))}, no value of the language"
        raise Wrong(problem, "use numbers, words, tuples, sets or elements of domains") from None


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


def compose(inner: Lookup, key: Expr, place: Place) -> Expr:
    """Apply a further key to a table's entries: `after[side][place]` is one table of pairs."""
    label, pair = inner.table.label, _flat_key((inner.key, key), place)
    both = product(inner.table.entries.items(), _listed(key.type))
    calls = (((first, second), (entry, second)) for (first, entry), second in both)
    entries = _entries(label, getitem, calls, key)
    listed = inner.table.listed and isinstance(inner.type, SequenceT | TupleT)
    return Lookup(Table(label, entries, listed), pair, type=_joined(label, entries), place=place)
