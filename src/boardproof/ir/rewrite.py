"""Rewriting parts of the IR: what does not change stays the same object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from .nodes import Node

N = TypeVar("N", bound=Node)


def rewrite(node: N, change: Callable[[Node], Node]) -> N:
    """Return a node with everything below it changed, then itself.

    >>> from boardproof.ir.nodes import Not, State
    >>> from boardproof.ir.types import BOOL
    >>> node = Not(State("a", type=BOOL), type=BOOL)
    >>> rewrite(node, lambda part: State("b", type=BOOL) if isinstance(part, State) else part)
    Not(of=State(name='b'))
    """
    changed = {}
    for part in fields(node):
        if part.compare:
            before = getattr(node, part.name)
            after = _rewrite_part(before, change)
            if after is not before:
                changed[part.name] = after
    whole: Any = change(replace(node, **changed) if changed else node)
    return whole  # type: ignore[no-any-return]


def _rewrite_part(part: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(part, Node):
        return rewrite(part, change)
    if isinstance(part, tuple) and any(isinstance(item, Node) for item in part):
        items = tuple(_rewrite_part(item, change) for item in part)
        same = all(a is b for a, b in zip(items, part, strict=True))
        return part if same else items
    return part
