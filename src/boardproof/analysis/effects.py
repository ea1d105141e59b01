"""What moves may do to each variable, read off the rules without running them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.build import OPERATORS
from ..ir.recursion import reached
from ..ir.rules import Rules
from ..ir.visit import ExpressionVisitor, StatementVisitor
from .callgraph import names_changed

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


class _Evaluator(ExpressionVisitor[Any, Known, Known]):
    """Evaluates expressions with what is known of local names and of the state."""

    REFUSES = "its value is taken to be unknown"

    def visit_refused(self, node: n.Node, *known: Any) -> Any:
        return UNKNOWN

    def visit_Const(self, node: n.Const, env: Known, known: Known) -> Any:
        return node.value

    def visit_State(self, node: n.State, env: Known, known: Known) -> Any:
        return known.get(node.name, UNKNOWN)

    def visit_Local(self, node: n.Local, env: Known, known: Known) -> Any:
        value = env.get(node.name, UNKNOWN)
        return UNKNOWN if isinstance(value, n.Node) else value

    def visit_Some(self, node: n.Some, env: Known, known: Known) -> Any:
        return self.visit_expr(node.of, env, known)

    def visit_Lookup(self, node: n.Lookup, env: Known, known: Known) -> Any:
        key = self.visit_expr(node.key, env, known)
        return UNKNOWN if key is UNKNOWN else node.table.entries.get(key, UNKNOWN)

    def visit_Not(self, node: n.Not, env: Known, known: Known) -> Any:
        of = self.visit_expr(node.of, env, known)
        return UNKNOWN if of is UNKNOWN else not of

    def _connective(self, node: n.And | n.Or, env: Known, known: Known) -> Any:
        decisive = isinstance(node, n.Or)
        values = [self.visit_expr(item, env, known) for item in node.items]
        if any(value is decisive for value in values):
            return decisive
        return UNKNOWN if any(value is UNKNOWN for value in values) else not decisive

    visit_And = visit_Or = _connective

    def visit_Compare(self, node: n.Compare, env: Known, known: Known) -> Any:
        sides = [self.visit_expr(side, env, known) for side in (node.left, node.right)]
        unknown = any(side is UNKNOWN for side in sides)
        return UNKNOWN if unknown else OPERATORS[node.op](*sides)

    def visit_Choose(self, node: n.Choose, env: Known, known: Known) -> Any:
        test = self.visit_expr(node.test, env, known)
        side = node.yes if test else node.no
        return UNKNOWN if test is UNKNOWN else self.visit_expr(side, env, known)


_EVALUATOR = _Evaluator()


def evaluate(node: n.Expr, env: Known, known: Known | None = None) -> Any:
    """Return a value that local names and what is known of the state decide, else UNKNOWN."""
    return _EVALUATOR.visit_expr(node, env, known or {})


class Effects(StatementVisitor[None, Known]):
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
            values = () if isinstance(node, n.Do) else t.parts_of(node, n.Expr)
            for part in n.walk(values):
                if isinstance(part, n.Call):
                    self._anything(self.rules.functions[part.rule].writes)
            self.visit_stmt(node, env)

    def visit_Assign(self, node: n.Assign, env: Known) -> None:
        env[node.name] = evaluate(node.value, env, self.known)

    def visit_SetAt(self, node: n.SetAt, env: Known) -> None:
        self.changes.add(Effect(node.map, evaluate(node.value, env, self.known)))

    def _go_on(self, node: n.Stmt, env: Known) -> None:
        """Follow what comes next, also after `break` and `continue`: another lap may get there."""

    visit_Require = visit_Break = visit_Continue = _go_on

    def visit_Return(self, node: n.Return, env: Known) -> None:
        """End here; what follows is still followed within a loop or a called rule."""
        if not self._calls:
            self.exits.append(dict(self.known))
            self._alive = self._inside > 0

    def visit_SetState(self, node: n.SetState, env: Known) -> None:
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

    def visit_If(self, node: n.If, env: Known) -> None:
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
        names, variables = names_changed(self.rules, node.walk())
        for name in names:
            env.pop(name, None)
        self._forget(variables)
        self._aside(node.body, env)

    visit_For = visit_While = _loop

    def _aside(self, body: n.Block, env: Known) -> None:
        """Follow statements that may be left early; whatever they change is unknown after."""
        self._inside += 1
        self._block(body, dict(env))
        self._inside -= 1
        self._forget(names_changed(self.rules, n.walk(body))[1])

    def visit_Do(self, node: n.Do, env: Known) -> None:
        call, function = node.call, self.rules.functions[node.call.rule]
        if call.rule in reached(self.rules, call.rule) or self._inside > 8:
            self._anything(function.writes)
            return
        values = [evaluate(a, env, self.known) for a in call.arguments]
        self._calls += 1
        self._aside(function.body, function.bind(values))
        self._calls -= 1

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
