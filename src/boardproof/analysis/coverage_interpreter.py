"""An interpreter that notes which parts of the rules happen."""

from __future__ import annotations

from typing import Any

from ..ir import nodes as n
from ..ir.interpreter import Frame, Interpreter, RuleFailed, Step, Value
from ..ir.rules import Rules
from .coverage import Coverage


class CoverageInterpreter(Interpreter):
    """Runs rules as an `Interpreter` does and notes in a `Coverage` what happens.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.reading import read
    >>> rules = read(Diagonals())
    >>> coverage = Coverage(rules)
    >>> state = {name: v.start for name, v in rules.game.variables.items()}
    >>> CoverageInterpreter(rules, coverage).run("result", {}, state)
    >>> sorted({node.place.text.strip() for key, node in coverage.statements.items()
    ...         if key not in coverage.ran and coverage.rule_of[key] == "result"})
    ['return Win(player)']
    """

    def __init__(self, rules: Rules, coverage: Coverage) -> None:
        super().__init__(rules)
        self._coverage = coverage

    def visit_stmt(self, node: n.Stmt) -> Step:
        """Make the closure that runs a statement, and notes that it ran."""
        step, ran, key = super().visit_stmt(node), self._coverage.ran, id(node)
        if key not in self._coverage.statements:
            return step

        def run(frame: Frame) -> Any:
            ran.add(key)
            return step(frame)

        return run

    def visit_expr(self, node: n.Expr) -> Value:
        """Make the closure that computes an expression, and notes how a condition comes out."""
        value, truths, key = super().visit_expr(node), self._coverage.truths, id(node)
        if key not in self._coverage.conditions:
            return value

        def run(frame: Frame) -> Any:
            truth = value(frame)
            truths.add((key, truth))
            return truth

        return run

    def visit_Fold(self, node: n.Fold) -> Value:
        fold = super().visit_Fold(node)
        if id(node) not in self._coverage.lines:
            return fold
        where, body = super().visit_expr(node.where), super().visit_expr(node.body)

        def run(frame: Frame) -> Any:
            for value in self._coverage.choices_not_held(node):
                self._note(node, value, frame, (where, body))
            return fold(frame)

        return run

    def _note(self, node: n.Fold, value: Any, frame: Frame, tests: tuple[Value, Value]) -> None:
        """Look at one choice by itself: `any` would stop at one before it."""
        inner = Frame(frame.state, {**frame.locals, node.name: value}, frame.counts)
        try:
            if all(test(inner) for test in tests):
                self._coverage.held[id(node)].add(value)
        except RuleFailed:
            return
