"""Running rules on all positions at once, and noting which of their parts happen."""

from __future__ import annotations

from typing import Any

from ....analysis.coverage import Coverage
from ....ir import nodes as n
from ..bdd.manager import Diagram
from .statements import SymbolicInterpreter
from .values import Value


class SymbolicCoverage(SymbolicInterpreter):
    """Runs rules as a `SymbolicInterpreter` does, noting what happens in a `Coverage`."""

    def __init__(self, coverage: Coverage, *given: Any) -> None:
        super().__init__(*given)
        self.coverage = coverage

    def block(self, block: n.Block) -> None:
        for node in block:
            if not self._alive():
                return
            self.coverage.ran.add(id(node))
            super().block((node,))

    def truth(self, node: n.Expr) -> Diagram:
        truth = super().truth(node)
        if self.coverage.unsettled(node):
            for outcome, where in (True, truth), (False, ~truth):
                if (self.live & where).satisfiable():
                    self.coverage.truths.add((id(node), outcome))
        return truth

    def _any_or_all(self, node: n.Fold, laps: list[tuple[Any, Diagram]]) -> Diagram:
        for value in self.coverage.choices_not_held(node):
            self._note(node, value)
        return super()._any_or_all(node, laps)

    def _note(self, node: n.Fold, value: Any) -> None:
        """Look at one choice by itself: `any` would stop at one before it."""
        outer, before, broken = self.env, self.live, self.broken
        self.env = {**outer, node.name: self.algebra.known(value)}
        holds: Value = self.algebra.true
        for test, met in (node.where, self.coverage.admitted), (node.body, self.coverage.held):
            holds = holds & super().truth(test)
            self.live = self.live & holds
            if self.live.satisfiable():
                met[id(node)].add(value)
        self.env, self.live, self.broken = outer, before, broken
