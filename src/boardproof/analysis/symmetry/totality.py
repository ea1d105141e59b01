"""Which expressions and statements can never go wrong, or do no more than look."""

from __future__ import annotations

from ...ir import nodes as n
from ...ir import types as t
from ...ir.build import may_fail
from ...ir.recursion import cycles
from ...ir.rules import Rules


class Totality:
    """Decides what in a rulebook always has a value, and what only looks."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.recursive = rules, frozenset(cycles(rules))
        self._rules: dict[str, bool] = {}
        self._tables: dict[tuple[int, t.Type], bool] = {}

    def total(self, *nodes: n.Node, guarded: bool = True) -> bool:
        """Whether nodes never go wrong, even if values are used untested where not `guarded`."""
        return not any(
            self._may_fail(node) or (not guarded and isinstance(node, n.Some))
            for node in n.walk(nodes)
        )

    def quiet(self, *nodes: n.Node) -> bool:
        """Whether nodes, and the rules they call, change nothing and refuse nothing."""
        seen, ahead = set[str](), list(nodes)
        while ahead:
            for node in ahead.pop().walk():
                if isinstance(node, n.SetState | n.SetAt | n.Require):
                    return False
                if isinstance(node, n.Call) and node.rule not in seen:
                    seen.add(node.rule)
                    ahead += self.rules.functions[node.rule].body
        return True

    def _may_fail(self, node: n.Node) -> bool:
        match node:
            case n.Lookup(table, key):
                memo = id(table), key.type
                if memo not in self._tables:
                    self._tables[memo] = may_fail(node)
                return self._tables[memo]
            case n.Call(rule):
                return not self._total_rule(rule)
            case n.Pick(of, index):
                return not (isinstance(of.type, t.TupleT) and isinstance(index, n.Const))
        return isinstance(node, n.While) or may_fail(node)

    def _total_rule(self, rule: str) -> bool:
        if rule in self.recursive:
            return False
        if rule not in self._rules:
            self._rules[rule] = self.total(*self.rules.functions[rule].body)
        return self._rules[rule]
