"""Rules that call rules: what a rule reaches, which rules are recursive, and how deep they go."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from .nodes import Node
from .rules import Rules

#: Recursive rules that go deeper than this count as endless.
MOST_CALLS = 500


def reached(rules: Rules, rule: str) -> set[str]:
    """Return the rules that a rule calls, and those they call.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.reading import read
    >>> sorted(reached(read(Diagonals()), "result"))
    ['fills', 'full']
    """
    seen: set[str] = set()
    waiting = [rule]
    while waiting:
        for called in rules.functions[waiting.pop()].calls - seen:
            seen.add(called)
            waiting.append(called)
    return seen


def cycles(rules: Rules) -> dict[str, frozenset[str]]:
    """Return, for each recursive rule, the rules that call one another with it."""
    from_each = {rule: reached(rules, rule) for rule in rules.functions}
    return {
        rule: frozenset(called for called in ahead if rule in from_each[called])
        for rule, ahead in from_each.items()
        if rule in ahead
    }


def endless_recursion(rule: str) -> str:
    """Return the problem with a rule that has called itself too often."""
    return f"{rule} calls itself without end"


def stack_depth(rules: Rules) -> int:
    """Return how deep Python's own calls may go until `MOST_CALLS` of a rule are reached."""
    each = {name: 10 + 3 * _height(f.body) for name, f in rules.functions.items()}
    deepest = max((each[name] for name in cycles(rules)), default=0)
    return MOST_CALLS * deepest + sum(each.values()) + 1000


def _height(nodes: Iterable[Node]) -> int:
    return max((1 + _height(node.children()) for node in nodes), default=0)


@contextmanager
def with_stack_depth(depth: int) -> Iterator[None]:
    """Let Python's own calls go so deep."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
