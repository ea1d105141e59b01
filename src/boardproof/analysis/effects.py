"""What moves may do to each variable, read off the rules without running them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.build import OPERATORS
from ..ir.recursion import reached
from ..ir.rules import Rules

#: A value that the rules do not tell before they run.
UNKNOWN: Any = type("Unknown", (), {"__repr__": lambda self: "UNKNOWN"})()
#: What a set may do.
GROWS, SHRINKS = "grows", "shrinks"

Known = dict[str, Any]


@dataclass(frozen=True)
class Effect:
    """A variable may take a value; a set may grow or shrink; UNKNOWN stands for all of them."""

    variable: str
    to: Any


def evaluate(node: n.Expr, env: Known, known: Known) -> Any:
    """Give a value that local names and what is known of the state decide, else UNKNOWN."""
    match node:
        case n.Const():
            return node.value
        case n.State():
            return known.get(node.name, UNKNOWN)
        case n.Local():
            found = env.get(node.name, UNKNOWN)
            return UNKNOWN if isinstance(found, n.Node) else found
        case n.Some():
            return evaluate(node.of, env, known)
        case n.Lookup():
            key = evaluate(node.key, env, known)
            return UNKNOWN if key is UNKNOWN else node.table.entries.get(key, UNKNOWN)
        case n.Not():
            of = evaluate(node.of, env, known)
            return UNKNOWN if of is UNKNOWN else not of
        case n.And() | n.Or():
            return _joined([evaluate(i, env, known) for i in node.items], isinstance(node, n.Or))
        case n.Compare():
            left, right = evaluate(node.left, env, known), evaluate(node.right, env, known)
            unknown = left is UNKNOWN or right is UNKNOWN
            return UNKNOWN if unknown else OPERATORS[node.op](left, right)
        case n.Choose():
            test = evaluate(node.test, env, known)
            return UNKNOWN if test is UNKNOWN else evaluate((node.no, node.yes)[test], env, known)
    return UNKNOWN


def _joined(found: list[Any], decisive: bool) -> Any:
    if any(value is decisive for value in found):
        return decisive
    return UNKNOWN if any(value is UNKNOWN for value in found) else not decisive


class Effects:
    """Follows a rule through all its branches from a phase of the game.

    `changes` is all it may do; `exits` what is known of the state wherever it may end.
    """

    def __init__(self, rules: Rules, known: Known) -> None:
        self.rules, self.known = rules, dict(known)
        self.changes: set[Effect] = set()
        self.exits: list[Known] = []
        self._alive = True
        self._inside = self._calls = 0

    def rule(self, name: str) -> None:
        """Follow a move rule, whatever its arguments."""
        self._block(self.rules.functions[name].body, {})
        if self._alive:
            self.exits.append(dict(self.known))

    def _block(self, block: n.Block, env: Known) -> None:
        for node in block:
            if not self._alive:
                return
            self._statement(node, env)

    def _statement(self, node: n.Stmt, env: Known) -> None:
        match node:
            case n.Do():
                self._do(node.call, env)
                return
            case n.If():
                self._branch(node, env)
                return
            case n.For() | n.While():
                self._loop(node, env)
                return
        self._called_within(node)
        match node:
            case n.Assign():
                env[node.name] = evaluate(node.value, env, self.known)
            case n.SetState():
                self._set(node, env)
            case n.SetAt():
                self.changes.add(Effect(node.map, evaluate(node.value, env, self.known)))
            case n.Return() | n.Break() | n.Continue():
                self._leave(isinstance(node, n.Return))

    def _leave(self, whole_rule: bool) -> None:
        """End here; what follows is still followed where only a loop or a called rule is left."""
        if whole_rule and not self._calls:
            self.exits.append(dict(self.known))
            self._alive = self._inside > 0

    def _set(self, node: n.SetState, env: Known) -> None:
        if isinstance(self.rules.state[node.name], t.SetT):
            self.changes |= {Effect(node.name, way) for way in _ways(node)}
            return
        value = evaluate(node.value, env, self.known)
        self.changes.add(Effect(node.name, value))
        self._forget({node.name})
        if value is not UNKNOWN:
            self.known[node.name] = value

    def _forget(self, names: Any) -> None:
        for name in names:
            self.known.pop(name, None)

    def _branch(self, node: n.If, env: Known) -> None:
        self._called_within(node.test)
        test = evaluate(node.test, env, self.known)
        if test is not UNKNOWN:
            self._block(node.then if test else node.otherwise, env)
            return
        before, sides = dict(self.known), []
        for block in (node.then, node.otherwise):
            self.known, self._alive, inner = dict(before), True, dict(env)
            self._block(block, inner)
            if self._alive:
                sides.append((self.known, inner))
        self._alive = bool(sides)
        if sides:
            self.known = _agreed([known for known, _ in sides])
            kept = _agreed([inner for _, inner in sides])
            env.clear()
            env.update(kept)

    def _loop(self, node: n.For | n.While, env: Known) -> None:
        """Follow a loop's body with nothing known of what the body changes."""
        nodes = list(node.walk())
        self._called_within(node.over if isinstance(node, n.For) else node.test)
        for name in {one.name for one in nodes if isinstance(one, n.Assign | n.For)}:
            env.pop(name, None)
        self._forget(self._written(nodes))
        self._aside(node.body, env)

    def _aside(self, body: n.Block, env: Known) -> None:
        """Follow statements that may be left early; whatever they change is unknown after."""
        self._inside += 1
        self._block(body, dict(env))
        self._inside -= 1
        self._forget(self._written([node for one in body for node in one.walk()]))

    def _do(self, call: n.Call, env: Known) -> None:
        function = self.rules.functions[call.rule]
        if call.rule in reached(self.rules, call.rule) or self._inside > 8:
            self._anything(function.writes)
            return
        values = [evaluate(a, env, self.known) for a in call.arguments]
        names = [name for name, _ in function.parameters]
        self._calls += 1
        self._aside(function.body, dict(zip(names, values, strict=True)))
        self._calls -= 1

    def _written(self, nodes: list[n.Node]) -> set[str]:
        found = {node.name for node in nodes if isinstance(node, n.SetState)}
        for node in nodes:
            if isinstance(node, n.Call):
                found |= self.rules.functions[node.rule].writes
        return found

    def _called_within(self, node: n.Node) -> None:
        for one in node.walk():
            if isinstance(one, n.Call):
                self._anything(self.rules.functions[one.rule].writes)

    def _anything(self, names: Any) -> None:
        self.changes |= {Effect(name, UNKNOWN) for name in names}
        self._forget(names)


def _ways(node: n.SetState) -> tuple[Any, ...]:
    value = node.value
    if isinstance(value, n.SetOp) and value.left == n.State(node.name, type=value.type):
        if value.op == "|":
            return (GROWS,)
        if value.op in ("-", "&"):
            return (SHRINKS,)
    return (UNKNOWN,)


def _agreed(sides: list[Known]) -> Known:
    first, *others = sides
    return {
        name: value
        for name, value in first.items()
        if all(name in other and other[name] == value for other in others)
    }
