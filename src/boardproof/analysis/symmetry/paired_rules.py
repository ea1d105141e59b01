"""Two runs of whole rules side by side: from a position, and from its image."""

from __future__ import annotations

from typing import Any

from ...ir import nodes as n
from ...ir import types as t
from ...ir.interpreter import Interpreter
from ...ir.rules import Function, Rules
from ..abstract_values import Unproved
from .kinds import Action
from .paired_expressions import Env, state_name
from .paired_statements import Exits, PairedStatements
from .pairs import ImagePair, Pair
from .totality import Totality


class PairedRules(PairedStatements):
    """Follows rules, and those they call."""

    def __init__(
        self, rules: Rules, action: Action, totality: Totality, runner: Interpreter
    ) -> None:
        super().__init__(rules, action, totality, runner)
        self._called: dict[Any, Pair | Unproved] = {}
        self._open: dict[Any, Pair] = {}

    def visit_Call(self, one: n.Call, other: n.Call) -> Pair:
        """Follow two calls; what the rules change is not known afterwards."""
        if len(one.arguments) != len(other.arguments):
            raise Unproved(f"{one.rule} is not {other.rule}")
        arguments = list(map(self.visit_expr, one.arguments, other.arguments))
        pair = self.rule(one.rule, other.rule, arguments)
        for name in self.rules.functions[one.rule].writes | self.rules.functions[other.rule].writes:
            self.env.pop(state_name(name), None)
        return pair

    def rule(self, one: str, other: str, arguments: list[Pair]) -> Pair:
        """Follow two rules with arguments; what is known of the state is kept in mind."""
        first, second = self.rules.functions[one], self.rules.functions[other]
        if [name for name, _ in first.parameters] != [name for name, _ in second.parameters]:
            raise Unproved(f"{one} is not {other}")
        if first.trial != second.trial:
            raise Unproved(f"only one of {one} and {other} is tried")
        if {one, other} & self.totality.recursive:
            return self._recursive(first, second, arguments)
        if self.footprint is not None:
            return self._followed(first, second, arguments)
        memo = (one, other, *arguments, *self._facts().items())
        try:
            outcome = self._called.get(memo)
        except TypeError:  # a constant that cannot be remembered
            return self._followed(first, second, arguments)
        if outcome is None:
            try:
                outcome = self._called[memo] = self._followed(first, second, arguments)
            except Unproved as reason:
                outcome = self._called[memo] = reason
        if isinstance(outcome, Unproved):
            raise outcome
        return outcome

    def _recursive(self, one: Function, other: Function, arguments: list[Pair]) -> Pair:
        """Follow rules that come back to themselves: deeper calls may be taken to go alike."""
        types = (kind for _, kind in one.parameters)
        pairs = list(map(self.alike, arguments, types))
        memo = (one.name, other.name, *pairs)
        if memo in self._open:
            return self._open[memo]
        result = self._open[memo] = ImagePair(self.action.alternatives(one.returns)[0])
        kept, self.env = self.env, {}
        try:
            return self.as_kind(self._followed(one, other, list(pairs)), result.kind)
        except Unproved:
            self._called.clear()  # these may have relied on what is not so
            raise
        finally:
            self.env = kept
            del self._open[memo]

    def _followed(self, one: Function, other: Function, arguments: list[Pair]) -> Pair:
        outer, exits = self.env, self._exits
        self.env = {**self._facts(), **one.bind(arguments)}
        self._exits = Exits()
        try:
            self.block(one.body, other.body)
            returned = self._exits.returned
        finally:
            self.env, self._exits = outer, exits
        if one.trial and other.trial:  # what one run requires is required in the other
            return ImagePair(self.action.alternatives(t.BOOL)[0])
        if not returned:
            return ImagePair(t.NEVER)
        if all(pair == returned[0] for pair in returned):
            return returned[0]
        return self.common(returned, [one.returns])

    def _facts(self) -> Env:
        return {name: pair for name, pair in self.env.items() if name.startswith("self.")}
