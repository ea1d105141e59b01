"""Asking a question of a few positions: its parts are taken out of the set one by one.

The places where somebody has a line, united, make a large diagram; what a set of positions has of
each line is a small one. So `and`, `or`, `not`, `any` and `all` work on the set itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ....ir import nodes as n
from ....ir.visit import ExpressionVisitor
from ..bdd.manager import Diagram
from .statements import SymbolicInterpreter
from .values import Value

#: Why most expressions are not split.
WHOLE = "it has no parts, and is evaluated as it is"


class ConditionFilter(ExpressionVisitor[Diagram, Diagram]):
    """Selects the positions of a set in which a condition holds."""

    REFUSES = WHOLE

    def __init__(self, runner: SymbolicInterpreter) -> None:
        self.runner = runner

    def visit_expr(self, node: n.Expr, among: Diagram) -> Diagram:
        """Return the positions of a set in which a condition holds."""
        return super().visit_expr(node, among) if among.satisfiable() else among

    def visit_refused(self, node: Any, *context: Diagram) -> Diagram:
        (among,) = context
        with self._only(among):
            return among & self.runner.truth(node)

    @contextmanager
    def _only(self, among: Diagram) -> Iterator[None]:
        """Evaluate only where nothing has settled the question yet: elsewhere it may go wrong."""
        outer, self.runner.live = self.runner.live, among & ~self.runner.broken
        yield
        self.runner.live = outer

    def visit_And(self, node: n.And, among: Diagram) -> Diagram:
        for item in node.items:
            among = self.visit_expr(item, among)
        return among

    def visit_Or(self, node: n.Or, among: Diagram) -> Diagram:
        left = among
        for item in node.items:
            left = left & ~self.visit_expr(item, left)
        return among & ~left

    def visit_Not(self, node: n.Not, among: Diagram) -> Diagram:
        return among & ~self.visit_expr(node.of, among)

    def visit_Fold(self, node: n.Fold, among: Diagram) -> Diagram:
        """Take out what meets a lap of `any`, or what fails one of `all`."""
        if node.kind not in ("any", "all"):
            return self.visit_refused(node, among)
        outer, left, wanted = self.runner.env, among, node.kind == "any"
        for value, where in self.laps(node, among):
            self.runner.env = {**outer, node.name: self.runner.algebra.known(value)}
            there = self.visit_expr(node.where, left & where)
            met = self.visit_expr(node.body, there)
            left = left & ~(met if wanted else there & ~met)
        self.runner.env = outer
        return among & ~left if wanted else left

    def laps(self, node: n.Fold, among: Diagram) -> list[tuple[Any, Diagram]]:
        """Return what a fold goes over, each with where it is there."""
        with self._only(among):
            return self.runner.laps(node.over)

    def visit_Call(self, node: n.Call, among: Diagram) -> Diagram:
        body = self.runner.rules.functions[node.rule].expression
        if body is None:
            return self.visit_refused(node, among)
        outer, self.runner.env = self.runner.env, self.arguments(node, among)
        holds = self.visit_expr(body, among)
        self.runner.env = outer
        return holds

    def arguments(self, node: n.Call, among: Diagram) -> dict[str, Value]:
        """Return the arguments of a call by their names."""
        with self._only(among):
            values = [self.runner.visit_expr(argument) for argument in node.arguments]
        return self.runner.rules.functions[node.rule].bind(values)


class PartialFilter(ExpressionVisitor[Iterator[Diagram], Diagram]):
    """Selects the positions in which a condition holds part by part, none empty, as far as asked.

    One part is found without the others: of one line of many, say.
    """

    REFUSES = WHOLE

    def __init__(self, runner: SymbolicInterpreter) -> None:
        self.runner, self._whole = runner, ConditionFilter(runner)

    def visit_expr(self, node: n.Expr, among: Diagram) -> Iterator[Diagram]:
        """Return the parts of a set in which a condition holds."""
        if among.satisfiable():
            yield from super().visit_expr(node, among)

    def visit_refused(self, node: Any, *context: Diagram) -> Iterator[Diagram]:
        holds = self._whole.visit_expr(node, *context)
        if holds.satisfiable():
            yield holds

    def visit_And(self, node: n.And, among: Diagram) -> Iterator[Diagram]:
        return self._all(node.items, among)

    def _all(self, items: tuple[n.Expr, ...], among: Diagram) -> Iterator[Diagram]:
        if not items:
            yield among
            return
        for part in self.visit_expr(items[0], among):
            yield from self._all(items[1:], part)

    def visit_Or(self, node: n.Or, among: Diagram) -> Iterator[Diagram]:
        for item in node.items:
            yield from self.visit_expr(item, among)

    def visit_Fold(self, node: n.Fold, among: Diagram) -> Iterator[Diagram]:
        if node.kind != "any":
            yield from self.visit_refused(node, among)
            return
        outer = self.runner.env
        for value, where in self._whole.laps(node, among):
            self.runner.env = inner = {**outer, node.name: self.runner.algebra.known(value)}
            there = self._whole.visit_expr(node.where, among & where)
            yield from self._within(inner, outer, self.visit_expr(node.body, there))

    def visit_Call(self, node: n.Call, among: Diagram) -> Iterator[Diagram]:
        body = self.runner.rules.functions[node.rule].expression
        if body is None:
            yield from self.visit_refused(node, among)
            return
        outer, inner = self.runner.env, self._whole.arguments(node, among)
        yield from self._within(inner, outer, self.visit_expr(body, among))

    def _within(
        self, inner: dict[str, Value], outer: dict[str, Value], parts: Iterator[Diagram]
    ) -> Iterator[Diagram]:
        """Look for parts with some names bound; who takes a part sees the names outside."""
        self.runner.env = inner
        for part in parts:
            self.runner.env = outer
            yield part
            self.runner.env = inner
        self.runner.env = outer
