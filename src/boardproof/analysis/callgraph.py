"""What a rule reaches: the rules it calls, the state it looks at, whether it may refuse or loop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import Function, Rules

#: Positions are taken apart by the variables that say whose turn it is, up to so many cases.
MOST_PHASES = 16


def phases(rules: Rules) -> Iterator[dict[str, Any]]:
    """List the phases of a game: all values of the variables that say whose turn it is."""
    names = sorted(state_read(rules, "to_move"))
    domains = [_phase_values(rules.state[name]) for name in names]
    total = 1
    for domain in domains:
        total *= len(domain)
    if not names or total > MOST_PHASES:
        yield {}
        return
    for values in product(*domains):
        yield dict(zip(names, values, strict=True))


def _phase_values(kind: t.Type) -> list[Any]:
    if isinstance(kind, t.SetT | t.MapT):
        return [None] * (MOST_PHASES + 1)
    return t.values_of(kind) or []


def _calls(rules: Rules, rule: str) -> set[str]:
    body = rules.functions[rule].body
    return {node.rule for one in body for node in one.walk() if isinstance(node, n.Call)}


def reached(rules: Rules, rule: str) -> set[str]:
    """Name the rules that a rule calls, and those they call."""
    seen: set[str] = set()
    waiting = [rule]
    while waiting:
        for called in _calls(rules, waiting.pop()) - seen:
            seen.add(called)
            waiting.append(called)
    return seen


def cycles(rules: Rules) -> dict[str, frozenset[str]]:
    """Give each rule that can come back to itself the circle of rules it does so with."""
    from_each = {rule: reached(rules, rule) for rule in rules.functions}
    return {
        rule: frozenset(r for r in found if rule in from_each[r])
        for rule, found in from_each.items()
        if rule in found
    }


def state_read(rules: Rules, rule: str) -> set[str]:
    """Name the state variables that a rule, or one it calls, looks at."""
    found = set()
    for name in {rule, *reached(rules, rule)}:
        for one in rules.functions[name].body:
            for node in one.walk():
                if isinstance(node, n.State):
                    found.add(node.name)
                elif isinstance(node, n.At):
                    found.add(node.map)
    return found


def requires(rules: Rules, rule: str) -> bool:
    """Say whether a rule, or one it calls, may refuse."""
    return any(
        isinstance(node, n.Require)
        for name in {rule, *reached(rules, rule)}
        for one in rules.functions[name].body
        for node in one.walk()
    )


def loops(function: Function) -> bool:
    """Say whether a rule has a loop whose laps are counted when it runs."""
    nodes = (node for one in function.body for node in one.walk())
    return any(isinstance(node, n.While | n.Steps) for node in nodes)


def most_points(rules: Rules) -> int:
    """Give the most points that a score can have."""
    points = [
        value.type.hi
        for function in rules.functions.values()
        for one in function.body
        for node in one.walk()
        if isinstance(node, n.MakeScore)
        for value in node.points
        if isinstance(value.type, t.IntT)
    ]
    return max(points, default=0)
