"""Which expressions and statements can never go wrong, or do no more than look."""

from __future__ import annotations

from ...ir import nodes as n
from ...ir import types as t
from ...ir.interpreter import recursive
from ...ir.rules import Rules


class Totality:
    """Knows what in a rulebook always has a value, and what only looks."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.recursive = rules, recursive(rules)
        self._rules: dict[str, bool] = {}
        self._tables: dict[tuple[int, t.Type], bool] = {}

    def total(self, *nodes: n.Node, guarded: bool = True) -> bool:
        """Say so; where not `guarded`, what makes sure of a value may come after its use."""
        return not any(
            self._may_fail(one) or (not guarded and isinstance(one, n.Some))
            for node in nodes
            for one in node.walk()
        )

    def quiet(self, *nodes: n.Node) -> bool:
        """Say whether nodes, and the rules they call, change nothing and refuse nothing."""
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
                return self._partial(table, key.type)
            case n.Fold(kind):
                return kind in ("min", "max")
            case n.Call(rule):
                return not self._total_rule(rule)
            case n.Pick(of, index):
                return not (isinstance(of.type, t.TupleT) and isinstance(index, n.Const))
        return isinstance(node, n.While)

    def _partial(self, table: n.Table, key: t.Type) -> bool:
        if (id(table), key) not in self._tables:
            values = t.values_of(key)
            partial = values is None or any(value not in table.entries for value in values)
            self._tables[id(table), key] = partial
        return self._tables[id(table), key]

    def _total_rule(self, rule: str) -> bool:
        if rule in self.recursive:
            return False
        if rule not in self._rules:
            self._rules[rule] = self.total(*self.rules.functions[rule].body)
        return self._rules[rule]
