"""Running the IR on plain values, and noting which of its parts happen."""

from __future__ import annotations

from typing import Any

from ..ir import nodes as n
from ..ir.interpreter import Frame, Interpreter, RuleFailed, Step, Value
from ..ir.rules import Rules
from .coverage import Coverage


class CoverageInterpreter(Interpreter):
    """Runs rules as a `Interpreter` does and notes in a `Coverage` what it sees happen.

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

    def _step(self, node: n.Stmt) -> Step:
        step, ran, key = super()._step(node), self._coverage.ran, id(node)
        if key not in self._coverage.statements:
            return step

        def run(frame: Frame) -> Any:
            ran.add(key)
            return step(frame)

        return run

    def value(self, node: n.Expr) -> Value:
        """Make the closure that computes an expression."""
        value, truths, key = super().value(node), self._coverage.truths, id(node)
        if key not in self._coverage.conditions:
            return value

        def run(frame: Frame) -> Any:
            found = value(frame)
            truths.add((key, found))
            return found

        return run

    def _see_Fold(self, node: n.Fold) -> Value:
        fold = super()._see_Fold(node)
        if id(node) not in self._coverage.lines:
            return fold
        where, body = super().value(node.where), super().value(node.body)

        def run(frame: Frame) -> Any:
            for value in self._coverage.untold(node):
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
