"""How games end, as lists of small tests.

The places where somebody has a line, united, make a large diagram; each line alone a small one.
So `result` is kept as its tests in their order, each a list of parts of which one must hold, and
what a set of positions has of them is taken out part by part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....analysis.ending_pruning import ending_test, goes_on
from ....ir import nodes as n
from ....ir.rules import Function
from ....ir.visit import ExpressionVisitor, StatementVisitor
from ....rules.results import Result
from ..bdd.manager import Diagram, Diagrams
from ..eval.select import WHOLE
from ..eval.statements import SymbolicInterpreter
from .relation import WORK, TransitionBuilder

#: The maximal number of nodes of united parts, before layers are large.
GROUP = 2000


@dataclass(frozen=True)
class Ending:
    """A result, and the parts of which one must hold, nothing before it having ended the game."""

    result: Result
    parts: tuple[Diagram, ...]


def endings(
    translator: TransitionBuilder, function: Function, phase: dict[str, Any]
) -> tuple[list[Ending], Diagram]:
    """Return the endings of a `result` rule, in its order, and where the rule itself goes wrong."""
    reader, broken = _Reader(translator, phase), translator.algebra.false
    try:
        reader.block(function.body)
        listed = reader.endings
    except _Unlisted:
        listed, broken = _whole(translator, function, phase)
    return united_endings(translator.coder.diagrams, listed, GROUP), broken


def united_endings(diagrams: Diagrams, listed: list[Ending], most: int) -> list[Ending]:
    """Return endings with neighbouring parts united, up to so many nodes."""
    return [Ending(e.result, tuple(diagrams.grouped(e.parts, most))) for e in listed]


def _whole(
    translator: TransitionBuilder, function: Function, phase: dict[str, Any]
) -> tuple[list[Ending], Diagram]:
    """Run the rule as it is: one part for each result."""
    runner = translator.runner(phase, translator.where(phase))
    runner.most = translator.coder.diagrams.used + WORK
    runner.block(function.body)
    value = runner.as_cases(runner.returned)
    listed = [Ending(result, (where,)) for result, where in value.of.items() if result is not None]
    return listed, runner.broken


class _Unlisted(Exception):
    """The rule does more than test and return."""


class _Reader(StatementVisitor[None]):
    """Goes through a rule that tests one thing after another."""

    REFUSES = "the rule does more than test and return"

    def __init__(self, translator: TransitionBuilder, phase: dict[str, Any]) -> None:
        self.runner = translator.runner(phase, translator.where(phase))
        self.endings: list[Ending] = []

    def block(self, block: n.Block) -> None:
        """Read the endings of a block."""
        for node in block:
            self.visit_stmt(node)
            # Parts are looked at without what stands before them: that may go wrong for nothing.
            if self.runner.broken.satisfiable():
                raise _Unlisted

    def visit_refused(self, node: n.Node, *context: Any) -> None:
        raise _Unlisted

    def visit_Assign(self, node: n.Assign) -> None:
        self.runner.visit_stmt(node)

    def visit_If(self, node: n.If) -> None:
        ending = ending_test(node)
        if ending is None:
            raise _Unlisted
        self._ending(*ending)

    def visit_Return(self, node: n.Return) -> None:
        ending = ending_test(node)
        if ending is not None:
            self._ending(*ending)
        elif not goes_on(node.value):
            raise _Unlisted

    def visit_For(self, node: n.For) -> None:
        if len(node.body) != 1 or not isinstance(node.body[0], n.If):
            raise _Unlisted
        groups = self.runner.laps_of(self.runner.visit_expr(node.over), node.over)
        if len(groups) != 1 or not all(where.valid() for _, where in groups[0]):
            raise _Unlisted
        for value, _ in groups[0]:
            self.runner.env[node.name] = self.runner.algebra.known(value)
            self.visit_stmt(node.body[0])

    def _ending(self, test: n.Expr, value: n.Expr) -> None:
        result = self.runner.cases(value)
        if not result.known():
            raise _Unlisted
        parts = ConditionParts(self.runner).visit_expr(test)
        possible = tuple(part for part in parts if part.satisfiable())
        if possible:
            self.endings.append(Ending(result.only(), possible))


class ConditionParts(ExpressionVisitor[list[Diagram]]):
    """Splits a condition into parts of which one must hold."""

    REFUSES = WHOLE

    def __init__(self, runner: SymbolicInterpreter) -> None:
        self.runner = runner

    def visit_refused(self, node: Any, *context: Any) -> list[Diagram]:
        return [self.runner.truth(node)]

    def visit_Or(self, node: n.Or) -> list[Diagram]:
        return [part for item in node.items for part in self.visit_expr(item)]

    def visit_And(self, node: n.And) -> list[Diagram]:
        split = [self.visit_expr(item) for item in node.items]
        many = [parts for parts in split if len(parts) != 1]
        if len(many) > 1:
            return self.visit_refused(node)
        whole = self.runner.algebra.true
        for parts in split:
            whole = whole & parts[0] if len(parts) == 1 else whole
        return [whole & part for part in many[0]] if many else [whole]

    def visit_Fold(self, node: n.Fold) -> list[Diagram]:
        if node.kind != "any":
            return self.visit_refused(node)
        parts, outer = [], self.runner.env
        for value, where in self.runner.laps(node.over):
            self.runner.env = {**outer, node.name: self.runner.algebra.known(value)}
            there = where & self.runner.truth(node.where)
            if there.satisfiable():
                parts += [there & part for part in self.visit_expr(node.body)]
        self.runner.env = outer
        return parts

    def visit_Call(self, node: n.Call) -> list[Diagram]:
        function = self.runner.rules.functions[node.rule]
        if function.expression is None:
            return self.visit_refused(node)
        outer, values = self.runner.env, map(self.runner.visit_expr, node.arguments)
        self.runner.env = function.bind(values)
        parts = self.visit_expr(function.expression)
        self.runner.env = outer
        return parts
