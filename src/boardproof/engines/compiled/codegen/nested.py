"""Folds over tuples of elements as folds within folds, one for each part.

`any(self.at[a] == x and self.at[b] == y for a, b in self.steps)` asks for each cell `a` whether
there is a `b` to which a step leads: a few operations on words, where pairs would take a loop.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from ....ir import nodes as n
from ....ir import types as t
from ....ir.rewrite import rewrite
from ....ir.rules import Rules
from ....rules.domains import Domain
from .axes import PartRewriter, following, part_types, whole_of
from .inline import Inliner, negated


def nest_folds(rules: Rules) -> Rules:
    """Return rules that run over the parts of tuples, in turn, instead of over the tuples."""
    writer = _Nester(rules)
    functions = {
        name: replace(
            function, body=tuple(rewrite(node, writer.rewritten) for node in function.body)
        )
        for name, function in rules.functions.items()
    }
    return replace(rules, functions=functions) if writer.changed else rules


class _Nester:
    def __init__(self, rules: Rules) -> None:
        self._inliner, self._numbers, self.changed = Inliner(rules), count(1), False

    def rewritten(self, node: n.Node) -> n.Node:
        """Return a node that is a fold over tuples as nested folds, any other as it is."""
        return self._fold(node) if isinstance(node, n.Fold) else node

    def _fold(self, node: n.Fold) -> n.Expr:
        domain = node.over.value if isinstance(node.over, n.Const) else None
        if node.kind not in ("any", "all", "sum", "union") or not isinstance(domain, Domain):
            return node
        kinds = part_types(t.element_type(domain))
        # Only what never goes wrong may be asked in another order.
        if not kinds or not all(map(self._inliner.is_total, (node.where, node.body))):
            return node
        self.changed = True
        if node.kind == "all":
            none = replace(node, kind="any", body=negated(node.body))
            return negated(self._nested(none, domain, kinds))
        return self._nested(node, domain, kinds)

    def _nested(self, node: n.Fold, domain: Domain[Any], kinds: list[t.Type]) -> n.Expr:
        own = f"1_{next(self._numbers)}_{node.name}"
        parts = [n.Local(f"{own}_{i}", type=kind) for i, kind in enumerate(kinds)]
        put = PartRewriter({node.name: parts}, {node.name: whole_of(domain, parts)}).node
        tests = list(self._inliner.conjuncts(put(node.where)))
        body: n.Expr = put(node.body)
        if node.kind == "any":
            tests, body = [*tests, *self._inliner.conjuncts(body)], _all([])
        rows = [tuple(element) for element in domain]
        for level in reversed(range(len(parts))):
            where = _all([test for test in tests if self._level(test, parts) == level])
            if node.kind == "any":
                where, body = _all([]), _all([where, body])
            over = _over(rows, level, parts)
            body = replace(node, name=parts[level].name, over=over, where=where, body=body)
        return body

    def _level(self, test: n.Expr, parts: list[n.Local]) -> int:
        """Return the last of the parts that a test looks at."""
        names = {node.name for node in test.walk() if isinstance(node, n.Local)}
        return max([0, *(i for i, part in enumerate(parts) if part.name in names)])


def _all(tests: list[n.Expr]) -> n.Expr:
    """Return the condition that all tests hold."""
    always = n.Const(True, type=t.BOOL)
    kept = tuple(test for test in tests if test != always)
    if len(kept) < 2:
        return kept[0] if kept else always
    return n.And(kept, type=t.BOOL)


def _in_order(kind: t.Type, values: set[Any]) -> n.Const:
    """Return the constant of some values in the order of their type, a whole domain as itself."""
    ordered = tuple(value for value in t.values_of(kind) or sorted(values) if value in values)
    if isinstance(kind, t.ElementT) and len(ordered) == len(kind.domain):
        return n.Const(kind.domain, type=t.DomainT(kind.domain))
    return n.Const(ordered, type=t.SequenceT(kind, len(ordered)))


def _over(rows: list[tuple[Any, ...]], level: int, parts: list[n.Local]) -> n.Expr:
    """Return what the fold over a part runs over, given the parts before."""
    kind = t.SetT(parts[level].type)
    chosen, sets = following(rows, level)
    keys = [parts[at] for at in chosen]
    if not keys:
        return _in_order(parts[level].type, sets[()])
    single = len(keys) == 1
    whole = t.TupleT(tuple(key.type for key in keys))
    every = t.values_of(keys[0].type if single else whole) or ()
    found = {row[0] if single else row: frozenset(values) for row, values in sets.items()}
    table = n.Table(f"of {parts[level].name}", dict.fromkeys(every, frozenset()) | found)
    key: n.Expr = keys[0] if single else n.MakeTuple(tuple(keys), type=whole)
    return n.Lookup(table, key, type=kind)
