"""What rules do with all they call: the state they read and change, their loops, their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.recursion import reached
from ..ir.rules import Function, Rules
from ..rules.results import Draw, Result, Score, Win

#: The maximal number of phases, by the variables that say whose turn it is.
MOST_PHASES = 16


def phases(rules: Rules) -> Iterator[dict[str, Any]]:
    """Return the phases of a game: all values of the variables that say whose turn it is."""
    names = sorted(state_read(rules, "to_move"))
    domains = [_phase_values(rules.state[name]) for name in names]
    if not names or prod(map(len, domains)) > MOST_PHASES:
        yield {}
        return
    for values in product(*domains):
        yield dict(zip(names, values, strict=True))


def _phase_values(kind: t.Type) -> list[Any]:
    if isinstance(kind, t.SetT | t.MapT):
        return [None] * (MOST_PHASES + 1)
    return t.values_of(kind) or []


def nodes_reached(rules: Rules, rule: str) -> Iterator[n.Node]:
    """Return all nodes of a rule and of the rules it reaches."""
    for name in sorted({rule, *reached(rules, rule)}):
        yield from rules.functions[name].walk()


def state_read(rules: Rules, rule: str) -> set[str]:
    """Return the state variables that a rule, or one it calls, looks at."""
    names = map(n.state_read, nodes_reached(rules, rule))
    return {name for name in names if name is not None}


def requires(rules: Rules, rule: str) -> bool:
    """Whether a rule, or one it calls, may refuse; what is only tried does not."""
    seen, waiting = {rule}, [rule]
    while waiting:
        function = rules.functions[waiting.pop()]
        if function.trial:
            continue
        if any(isinstance(node, n.Require) for node in function.walk()):
            return True
        waiting += function.calls - seen
        seen |= function.calls
    return False


def loops(function: Function) -> bool:
    """Whether a rule has a loop whose iterations are counted when it runs."""
    return any(isinstance(node, n.While | n.Steps) for node in function.walk())


def names_changed(rules: Rules, nodes: Iterable[n.Node]) -> tuple[set[str], set[str]]:
    """Return the local names and the state variables that nodes may change.

    A map that is changed at a key counts only where a rule that is called does so.
    """
    names, variables = set[str](), set[str]()
    for node in nodes:
        match node:
            case n.Assign(name) | n.For(name):
                names.add(name)
            case n.SetState(name):
                variables.add(name)
            case n.Call(rule):
                variables |= rules.functions[rule].writes
    return names, variables


def changes_position(rules: Rules, nodes: Iterable[n.Node]) -> bool:
    """Whether nodes, or the rules that they call, write state variables."""
    return any(
        isinstance(node, n.SetAt | n.SetState)
        or (isinstance(node, n.Call) and bool(rules.functions[node.rule].writes))
        for node in nodes
    )


# -- results --------------------------------------------------------------------------------------


def result_kinds(rules: Rules) -> set[type[Result]]:
    """Return the kinds of result that `result` mentions.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> sorted(kind.__name__ for kind in result_kinds(read(Diagonals())))
    ['Draw', 'Win']
    """
    kinds = set[type[Result]]()
    for node in nodes_reached(rules, "result"):
        match node:
            case n.MakeWin():
                kinds.add(Win)
            case n.MakeScore():
                kinds.add(Score)
            case n.Const(Win() | Draw() | Score() as result):
                kinds.add(type(result))
    return kinds


def least_in_sets(rules: Rules) -> int:
    """Return the least number that a set of numbers in play may have, 0 where there are none."""
    kinds = [*rules.state.values()]
    for function in rules.functions.values():
        kinds += [kind for _, kind in function.parameters]
        for node in function.walk():
            if isinstance(node, n.Expr):
                kinds.append(node.type)
            if isinstance(node, n.MakeSet):
                kinds += [t.SetT(item.type) for item in node.items]
    sets = [part for kind in set(kinds) for part in kind.walk() if isinstance(part, t.SetT)]
    return min((part.of.lo for part in sets if isinstance(part.of, t.IntT)), default=0)


def score_points(rules: Rules) -> range:
    """Return the points that a score can have, zero among them; empty where nothing is scored."""
    bounds = [
        value.type
        for function in rules.functions.values()
        for node in function.walk()
        if isinstance(node, n.MakeScore)
        for value in node.points
        if isinstance(value.type, t.IntT)
    ]
    if not bounds:
        return range(0)
    return range(min(0, *(kind.lo for kind in bounds)), max(0, *(kind.hi for kind in bounds)) + 1)
