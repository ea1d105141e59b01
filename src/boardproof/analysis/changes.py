"""Whether a condition can turn true or false by what moves may do.

>>> from boardproof.analysis.effects import Effect
>>> could_turn(True, {Effect("mark", "A")}, "mark", "B")
False
"""

from __future__ import annotations

from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import Rules
from ..ir.visit import ExpressionVisitor
from .callgraph import state_read
from .effects import GROWS, SHRINKS, UNKNOWN, Effect, Known, evaluate


def could_turn(want: bool, changes: set[Effect], variable: str, value: Any) -> bool:
    """Whether `variable == value` could turn from the opposite of `want` to `want`."""
    to = [change.to for change in changes if change.variable == variable]
    return any(v is UNKNOWN or (v == value) == want for v in to)


class ConditionChanges(ExpressionVisitor[bool, bool, Known]):
    """Decides whether a condition could turn true or false by changes that moves may make."""

    REFUSES = "it may turn either way wherever it reads something that changes"

    def __init__(self, rules: Rules, changes: set[Effect]) -> None:
        self.rules, self.changes = rules, changes
        self._changed = {change.variable for change in changes}

    def visit_expr(self, node: n.Expr, want: bool, env: Known) -> bool:
        """Whether a condition could have been otherwise before the move and be `want` now."""
        return evaluate(node, env) is UNKNOWN and super().visit_expr(node, want, env)

    def visit_refused(self, node: n.Node, *context: Any) -> bool:
        return self._touched(node, context[1])

    def visit_Not(self, node: n.Not, want: bool, env: Known) -> bool:
        return self.visit_expr(node.of, not want, env)

    def _connective(self, node: n.And | n.Or, want: bool, env: Known) -> bool:
        return any(self.visit_expr(item, want, env) for item in node.items)

    visit_And = visit_Or = _connective

    def visit_State(self, node: n.State, want: bool, env: Known) -> bool:
        return could_turn(want, self.changes, node.name, True)

    def visit_Member(self, node: n.Member, want: bool, env: Known) -> bool:
        match node.of.type:
            case t.SetT(of) if not isinstance(of, t.SetT):
                if evaluate(node.item, env) is not UNKNOWN:
                    return self._resizes(node.of, want, env)
        return self._touched(node, env)

    def visit_Fold(self, node: n.Fold, want: bool, env: Known) -> bool:
        over = evaluate(node.over, env)
        if over is UNKNOWN or node.kind not in ("any", "all"):
            return self._touched(node, env)
        where = want if node.kind == "any" else not want
        laps = ({**env, node.name: value} for value in over)
        return any(
            self.visit_expr(node.where, where, lap) or self.visit_expr(node.body, want, lap)
            for lap in laps
        )

    def visit_Compare(self, node: n.Compare, want: bool, env: Known) -> bool:
        sides = [_bare(node.left, env), _bare(node.right, env)]
        values = [evaluate(side, env) for side in sides]
        if isinstance(node.left.type, t.SetT | t.DomainT):
            return self._sets(node, values, want, env)
        for side, value in (sides[0], values[1]), (sides[1], values[0]):
            name = _variable(side, env)
            if node.op in ("==", "!=") and name is not None and value is not UNKNOWN:
                return could_turn(want == (node.op == "=="), self.changes, name, value)
        return self._touched(node, env)

    def _sets(self, node: n.Compare, values: list[Any], want: bool, env: Known) -> bool:
        left, right = values
        if node.op == "<=" and left is not UNKNOWN:
            return self._resizes(node.right, want, env)
        if node.op == "<=" and right is not UNKNOWN:
            return self._resizes(node.left, not want, env)
        if node.op in ("==", "!=") and (left == frozenset() or right == frozenset()):
            other = node.right if left == frozenset() else node.left
            return self._resizes(other, want != (node.op == "=="), env)
        return self._touched(node, env)

    def _resizes(self, node: n.Expr, larger: bool, env: Known) -> bool:
        """Whether a set could gain a member, or lose one."""
        if evaluate(node, env) is not UNKNOWN:
            return False
        match _bare(node, env):
            case n.State() as state:
                ways = [change.to for change in self.changes if change.variable == state.name]
                return any(w is UNKNOWN or w == (GROWS if larger else SHRINKS) for w in ways)
            case n.SetOp(op="|" | "&") as both:
                return any(self._resizes(side, larger, env) for side in (both.left, both.right))
            case n.SetOp(op="-") as less:
                sides = (less.left, larger), (less.right, not larger)
                return any(self._resizes(*side, env) for side in sides)
            case n.Call() as call:
                inner = self._inside(call, env)
                if inner is not None:
                    return self._resizes(inner[0], larger, inner[1])
        return self._touched(node, env)

    def visit_Call(self, node: n.Call, want: bool, env: Known) -> bool:
        inner = self._inside(node, env)
        if inner is None:
            return self._touched(node, env)
        return self.visit_expr(inner[0], want, inner[1])

    def _inside(self, node: n.Call, env: Known) -> tuple[n.Expr, Known] | None:
        """Return the expression a rule consists of, and its arguments: values, or variables."""
        function = self.rules.functions[node.rule]
        if function.expression is None:
            return None
        inner: Known = {}
        for (name, _), argument in zip(function.parameters, node.arguments, strict=True):
            value, bare = evaluate(argument, env), _bare(argument, env)
            if value is UNKNOWN and not isinstance(bare, n.State):
                return None
            inner[name] = bare if value is UNKNOWN else value
        return function.expression, inner

    def _touched(self, node: n.Node, env: Known, own: frozenset[str] = frozenset()) -> bool:
        """Whether a node reads what changes, or may; folds around it bind the names in `own`."""
        match node:
            case n.Local():
                value = env.get(node.name, UNKNOWN)
                changes = isinstance(value, n.State) and value.name in self._changed
                return node.name not in own and (value is UNKNOWN or changes)
            case n.State():
                return node.name in self._changed
            case n.At() if node.map in self._changed:
                return True
            case n.Call() if state_read(self.rules, node.rule) & self._changed:
                return True
            case n.Fold():
                parts = (node.over, own), *((p, own | {node.name}) for p in (node.where, node.body))
                return any(self._touched(part, env, names) for part, names in parts)
        return any(self._touched(child, env, own) for child in node.children())


def _bare(node: n.Expr, env: Known) -> n.Expr:
    """See through names for whole variables, and through values known not to be None."""
    if isinstance(node, n.Some):
        return _bare(node.of, env)
    named = env.get(node.name) if isinstance(node, n.Local) else None
    return named if isinstance(named, n.Expr) else node


def _variable(node: n.Expr, env: Known) -> str | None:
    """Return the variable that a place in the position belongs to, if the place is fixed."""
    if isinstance(node, n.State):
        return node.name
    if isinstance(node, n.At) and evaluate(node.key, env) is not UNKNOWN:
        return node.map
    return None
