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
    types += [_type_of_tuple(value) for value in values if isinstance(value, Tuple)]
    pattern = next((one for one in types if isinstance(one, t.TupleT)), None)
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
            joined = t.join(joined, _type_of_tuple(value))
        else:
            joined = t.join(joined, _type_of_constant(value, pattern))
    return joined


def _type_of_tuple(value: Tuple) -> t.Type:
    return t.TupleT(tuple(type_of_local([item]) for item in value.items))


def _type_of_constant(value: Any, pattern: t.Type | None) -> t.Type:
    """Return the type of a constant beside others: tuples are no lists, and places may be pairs."""
    if isinstance(value, tuple) and isinstance(pattern, t.TupleT):
        pairs = zip(value, pattern.items, strict=False)
        return t.TupleT(tuple(_type_of_constant(item, kind) for item, kind in pairs))
    return t.type_of(value)
