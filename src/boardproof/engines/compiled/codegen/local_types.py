"""Local names: the type that all their values have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....errors import TooLarge
from ....ir import types as t
from .values import Bits, Chosen, Dyn, Joined, SetWord, Test, Tuple


def type_of_local(values: list[Any], beside: Sequence[t.Type] = ()) -> t.Type:
    """Return the type that all values of a local name have, which has others beside them."""
    joined: t.Type = t.NEVER
    types = [*beside, *(getattr(value, "type", None) for value in values)]
    tuples = any(isinstance(one, t.TupleT) for one in types)
    tuples = tuples or any(isinstance(value, Tuple) for value in values)
    for value in values:
        if isinstance(value, Dyn | Chosen):
            joined = t.join(joined, value.type)
        elif isinstance(value, Test | bool):
            joined = t.join(joined, t.BOOL)
        elif isinstance(value, Bits | SetWord | Joined):
            if None in values:
                raise TooLarge("the compiled engine cannot keep a set, or None in its place")
            return next((t.type_of(v) for v in values if isinstance(v, frozenset)), t.SetT(t.NEVER))
        elif isinstance(value, Tuple):
            items = tuple(type_of_local([v]) for v in value.items)
            joined = t.join(joined, t.TupleT(items))
        else:
            joined = t.join(joined, _type_of_constant(value, tuples))
    return joined


def _type_of_constant(value: Any, tuples: bool) -> t.Type:
    """Return the type of a constant beside others, which may be tuples and no lists."""
    if tuples and isinstance(value, tuple):
        return t.TupleT(tuple(_type_of_constant(item, tuples) for item in value))
    return t.type_of(value)
