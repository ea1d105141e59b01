"""Rules put in place of their calls: as expressions where they only return, else as statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import count
from typing import Any

from ....analysis.callgraph import requires
from ....ir import nodes as n
from ....ir import types as t
from ....ir.build import may_fail
from ....ir.recursion import cycles, reached
from ....ir.rules import Rules

#: A larger expression is not put in place of a call.
MOST_NODES = 400

#: What takes the place of a local name: a value, or another name.
Given = Mapping[str, n.Expr | str]


class Inliner:
    """Puts rules in place of their calls."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._cycles = rules, cycles(rules)
        self._fresh = count(1)
        self._bodies: dict[str, n.Expr | None] = {}
        self._total: dict[str, bool] = {}

    def body(self, rule: str) -> n.Expr | None:
        """Return what a rule returns as one expression, None where it loops, writes or refuses."""
        if rule not in self._bodies:
            function = self._rules.functions[rule]
            pure = not (function.writes or function.trial or requires(self._rules, rule))
            made = self._value(function.body) if pure and rule not in self._cycles else None
            self._bodies[rule] = made if made is not None and _is_small(made) else None
        return self._bodies[rule]

    def expand(self, node: n.Call) -> n.Expr | None:
        """Return what a call returns, as an expression of its arguments."""
        body, function = self.body(node.rule), self._rules.functions[node.rule]
        expanded = None if body is None else self._put(body, function.bind(node.arguments))
        return expanded if expanded is not None and _is_small(expanded) else None

    def splice(self, node: n.Call) -> n.Block | None:
        """Return the statements that a call runs, None where it may return before its end."""
        function = self._rules.functions[node.rule]
        body, last = function.body[:-1], function.body[-1]
        early = any(isinstance(part, n.Return) for part in n.walk(body))
        if early or node.rule in self._cycles or not isinstance(last, n.Return):
            return None
        own = {part.name for part in n.walk(body) if isinstance(part, n.Assign | n.For)}
        names = {name: self._name(name) for name in (*sorted(own), *dict(function.parameters))}
        given = [
            n.Assign(names[name], value, place=node.place)
            for name, value in function.bind(node.arguments).items()
        ]
        return (*given, *(self._put(part, names) for part in body))

    def conjuncts(self, node: n.Expr) -> Iterator[n.Expr]:
        """Take a condition apart into conditions that must all hold."""
        inner = self.expand(node) if isinstance(node, n.Call) else node
        match inner:
            case n.And(items):
                for item in items:
                    yield from self.conjuncts(item)
            case n.Not(n.Or(items)):
                for item in items:
                    yield from self.conjuncts(negated(item))
            case n.Not(n.Call() as call):
                of = self.expand(call)
                refused = negated(of) if isinstance(of, n.Or | n.Not) else None
                yield from [node] if refused is None else self.conjuncts(refused)
            case n.Const(True):
                return
            case _:
                yield node

    def is_total(self, node: n.Expr) -> bool:
        """Whether computing an expression, with all it calls, can never go wrong."""
        return all(
            self._rule_is_total(part.rule) if isinstance(part, n.Call) else not may_fail(part)
            for part in node.walk()
        )

    def _rule_is_total(self, rule: str) -> bool:
        if rule not in self._total:
            parts = [
                part
                for name in sorted({rule, *reached(self._rules, rule)})
                for part in self._rules.functions[name].walk()
            ]
            risky = (n.While, n.Require, n.SetAt, n.SetState)
            self._total[rule] = rule not in self._cycles and not any(
                isinstance(part, risky) or (not isinstance(part, n.Call) and may_fail(part))
                for part in parts
            )
        return self._total[rule]

    # -- putting values in place of names -----------------------------------------------------

    def put(self, node: Any, name: str, value: n.Expr) -> Any:
        """Return a node with a value in place of a local name."""
        return self._put(node, {name: value})

    def _put(self, node: Any, given: Given) -> Any:
        match node:
            case n.Local(name):
                value = given.get(name, node)
                return replace(node, name=value) if isinstance(value, str) else value
            case n.Fold(_, name, over, where, body):
                own = self._name(name)
                inner = {**given, name: own}
                parts = {"where": self._put(where, inner), "body": self._put(body, inner)}
                return replace(node, name=own, over=self._put(over, given), **parts)
            case tuple() if any(isinstance(item, n.Node) for item in node):
                return tuple(self._put(item, given) for item in node)
            case n.Node():
                return replace(node, **self._parts(node, given))
        return node

    def _parts(self, node: n.Node, given: Given) -> dict[str, Any]:
        parts = {
            part.name: self._put(getattr(node, part.name), given)
            for part in fields(node)
            if part.name not in ("place", "type")
        }
        if isinstance(node, n.Assign | n.For):
            parts["name"] = given.get(node.name, node.name)
        return parts

    def _name(self, name: str) -> str:
        return f"{name.split('__')[0]}__{next(self._fresh)}"

    def _value(self, block: n.Block) -> n.Expr | None:
        """Return what a block returns, None where it does more than choose and name values."""
        match block:
            case (n.Return(value), *_):
                return value
            case (n.Assign(name, value), *rest):
                after = self._value(tuple(rest))
                return None if after is None else self.put(after, name, value)
            case (n.If(test, then, otherwise), *rest):
                yes, no = self._value((*then, *rest)), self._value((*otherwise, *rest))
                return None if yes is None or no is None else _choose(test, yes, no)
        return None


def _is_small(node: n.Expr) -> bool:
    return sum(1 for _ in node.walk()) <= MOST_NODES


def negated(node: n.Expr) -> n.Expr:
    """Return the opposite of a condition."""
    if isinstance(node, n.Not):
        return node.of
    return n.Not(node, type=t.BOOL, place=node.place)


def _choose(test: n.Expr, yes: n.Expr, no: n.Expr) -> n.Expr:
    """Choose between two values; between a condition and a constant by `and` and `or`."""
    match yes, no:
        case (n.Const(False), _):
            return n.And((negated(test), no), type=t.BOOL, place=test.place)
        case (_, n.Const(False)):
            return n.And((test, yes), type=t.BOOL, place=test.place)
        case (n.Const(True), _):
            return n.Or((test, no), type=t.BOOL, place=test.place)
        case (_, n.Const(True)):
            return n.Or((negated(test), yes), type=t.BOOL, place=test.place)
    return n.Choose(test, yes, no, type=t.join(yes.type, no.type), place=test.place)
