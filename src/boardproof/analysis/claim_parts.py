"""The parts of a claim in one position: which of them hold, and what its value rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..ir import nodes as n
from ..ir.interpreter import Frame, RuleFailed, RunCounts
from ..ir.recursion import stack_depth, with_stack_depth
from ..ir.rules import BEFORE
from ..positions.position import Position
from .ending_grounds import EndingExplainer, Ground, GroundPrinter, RuleRun

#: A part about more choices than so many stays whole.
MOST_CHOICES = 9


@dataclass(frozen=True)
class ClaimPart:
    """A condition that a claim is made of; it neither holds nor fails where it cannot be asked."""

    text: str
    holds: bool | None


class ClaimExplainer(EndingExplainer):
    """Takes the predicates of one rulebook apart.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.positions.position import starting_position
    >>> rules = read(Diagonals())
    >>> position = starting_position(rules.game).replace(mark={(0, 0): "A", (1, 1): "A"})
    >>> parts, grounds = ClaimExplainer(rules).explain(position, "full", {})
    >>> [(part.text, part.holds) for part in parts[:2]]
    [('mark[(0,0)] is not None', True), ('mark[(0,1)] is not None', False)]
    >>> grounds[0].text
    'mark[(0,1)] == None'
    """

    _returned_at: tuple[n.Return, RuleRun] | None = None

    def explain(
        self, position: Position, rule: str, given: dict[str, Any], before: Position | None = None
    ) -> tuple[list[ClaimPart], list[Ground]]:
        """Return the parts of a predicate with their truth, and what its value rests on.

        A `step` is about the position `before` the move, too.
        """
        self._returned_at = None
        state = position.as_dict()
        if before is not None:
            state |= {BEFORE + name: value for name, value in before.as_dict().items()}
        scope = RuleRun(rule, Frame(state, dict(given), RunCounts()), 0)
        try:
            with with_stack_depth(stack_depth(self._rules)):
                grounds = list(dict.fromkeys(self._follow(scope)))
                return list(self._parts()), grounds
        except RuleFailed:  # in a position that no game reaches
            return [], []

    def _returned(self, node: n.Return, scope: RuleRun, above: list[Ground]) -> list[Ground]:
        grounds = super()._returned(node, scope, above)
        if scope.depth == 0:
            self._returned_at = node, scope
        return grounds

    def _parts(self) -> Iterator[ClaimPart]:
        if self._returned_at is not None:
            node, scope = self._returned_at
            for part, inner in self._split(node.value, scope):
                text = GroundPrinter(self._rules, inner).plain(part)
                yield ClaimPart(text, self._tried(part, inner))

    def _split(self, node: n.Expr, scope: RuleRun) -> Iterator[tuple[n.Expr, RuleRun]]:
        """Yield the conditions that a condition is made of, each with the names it is about."""
        match node:
            case n.And() | n.Or():
                for item in node.items:
                    yield from self._split(item, scope)
            case n.Not(of=n.And() | n.Or() | n.Fold(kind="any" | "all") | n.Local()):
                yield from self._split(node.of, scope)
            case n.Local() if node.name in scope.origins:
                yield from self._split(*scope.origins[node.name])
            case n.Fold(kind="any" | "all"):
                yield from self._choices(node, scope)
            case _:
                yield node, scope

    def _choices(self, node: n.Fold, scope: RuleRun) -> Iterator[tuple[n.Expr, RuleRun]]:
        inner = [scope.with_local(node.name, value) for value in self._value(node.over, scope)]
        chosen = [one for one in inner if self._tried(node.where, one)]
        if len(chosen) > MOST_CHOICES:
            yield node, scope
            return
        for one in chosen:
            yield from self._split(node.body, one)
