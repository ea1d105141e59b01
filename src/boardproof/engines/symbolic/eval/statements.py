"""Statements on all positions at once.

Nothing is changed while a rule runs: what it writes are functions of the position before. A
branch splits the positions still on their way; both sides write where they are; there is nothing
to join afterwards. A loop, or a rule that comes back to itself, ends when nobody is on the way.
"""

from __future__ import annotations

from typing import Any

from ....ir import nodes as n
from ....ir.interpreter import MOST_LAPS
from ....ir.recursion import MOST_CALLS, with_stack_depth
from ....ir.rules import Function
from ....ir.visit import StatementVisitor
from ....rules.state import FlagVariable, MapVariable, SubsetVariable
from ..bdd.manager import Diagram
from .expressions import SymbolicEvaluator
from .values import Cases, Members, Value


class TooMuchWork(Exception):
    """More nodes than are allowed were made."""


#: On all positions at once, longer loops and deeper calls are not followed: some positions that no
#: game gets to may never end them.
FEW_LAPS, FEW_CALLS = 400, 100


class SymbolicInterpreter(SymbolicEvaluator, StatementVisitor[None]):
    """Runs one rule. Afterwards: `state`, `refused` where it may not be, `broken`, `returned`."""

    returned: Value | None = None
    _breaking: Diagram
    _continuing: Diagram
    _calls = 0
    #: How deep Python's own calls may go.
    depth = 0
    #: Stop when there are more nodes than this.
    most: int | None = None

    def run(self, rule: str, arguments: tuple[Any, ...] = ()) -> Value | None:
        """Run a rule with known arguments; return what it returns."""
        with with_stack_depth(self.depth):
            return self._call(rule, [self.algebra.known(argument) for argument in arguments])

    def block(self, block: n.Block) -> None:
        """Run statements for as long as any position is live."""
        if self.most is not None and self.diagrams.used > self.most:
            raise TooMuchWork
        for node in block:
            if not self._alive():
                return
            self.visit_stmt(node)

    # -- calls ------------------------------------------------------------------------------

    def visit_Call(self, node: n.Call) -> Value:
        enough, self._enough = self._enough, None
        values = [self.visit_expr(argument) for argument in node.arguments]
        self._enough = enough
        return self._call(node.rule, values)

    def visit_Do(self, node: n.Do) -> None:
        self.visit_expr(node.call)

    def _call(self, rule: str, values: list[Value]) -> Value | None:
        function, entry = self.rules.functions[rule], self.live
        if function.trial:
            return self._tried(function, values)
        if self._calls > (MOST_CALLS if self.most is None else FEW_CALLS):
            if self.most is not None:
                raise TooMuchWork
            self.breaks(self.algebra.true)
            return self.nothing(function.returns)
        outer = self.env, self.returned
        self.env, self.returned = function.bind(values), None
        self._calls += 1
        self.block(function.body)
        self._calls -= 1
        value = self.returned
        self.env, self.returned = outer
        self.live = entry & ~self.refused & ~self.broken
        return self.nothing(function.returns) if value is None else value

    def _tried(self, function: Function, values: list[Value]) -> Diagram:
        """Return where a rule refuses nothing; what it does is forgotten."""
        entry, outer = self.live, (self.state, self.refused, self.broken)
        names = self.env, self.returned
        self.state, self.refused, self.broken = dict(self.state), *[self.algebra.false] * 2
        self.env, self.returned = function.bind(values), None
        self.block(function.body)
        allowed = entry & ~self.refused
        self.state, self.refused, self.broken = outer
        self.env, self.returned = names
        self.live = entry
        return allowed

    def visit_Return(self, node: n.Return) -> None:
        self.returned = self._where_live(self.visit_expr(node.value), self.returned)
        self.live = self.algebra.false

    def _where_live(self, value: Value, before: Value | None) -> Value:
        """Return a value for the positions that are live; others keep what they had before."""
        if before is None:
            return value
        if isinstance(value, Cases) != isinstance(before, Cases):
            value, before = self._alike(value), self._alike(before)
        return self.algebra.choose(self.live, value, before)

    def _alike(self, value: Value) -> Value:
        return value if isinstance(value, Members) else self.as_cases(value)

    def visit_Require(self, node: n.Require) -> None:
        test = self.truth(node.test)
        self.refused = self.refused | (self.live & ~test)
        self.live = self.live & test

    # -- writing ----------------------------------------------------------------------------

    def visit_Assign(self, node: n.Assign) -> None:
        value = self.fitted(self.visit_expr(node.value), node.value.type)
        self.env[node.name] = self._where_live(value, self.env.get(node.name))

    def visit_SetState(self, node: n.SetState) -> None:
        variable = self.rules.game.variables[node.name]
        if isinstance(variable, FlagVariable):
            value: Value = self.truth(node.value)
        elif isinstance(variable, SubsetVariable):
            members = self._inside(
                variable.domain, self.algebra.members(self.visit_expr(node.value))
            )
            value = Members({e: members.get(e, self.algebra.false) for e in variable.domain})
        else:
            value = Cases(self._inside(variable.domain, self.cases(node.value)))
        self.state[node.name] = self.algebra.choose(self.live, value, self.state[node.name])

    def visit_SetAt(self, node: n.SetAt) -> None:
        variable = self.rules.game.variables[node.map]
        assert isinstance(variable, MapVariable)
        # The value is computed first, and may change what the key depends on.
        value, key = self.cases(node.value), self.cases(node.key)
        value = Cases(self._inside(variable.values, value))
        values = self.state[node.map] = dict(self.state[node.map])
        for place, where in key.of.items():
            there = self.live & where
            if there.satisfiable():
                values[place] = self.algebra.choose(there, value, values[place])

    def _inside(self, domain: Any, values: Cases | Members) -> dict[Any, Diagram]:
        """Return values as elements of their domain; those outside break the rules."""
        outside = [where for value, where in values.of.items() if value not in domain]
        if outside:
            self.breaks(self.diagrams.any_of(outside))
        return {domain[value]: where for value, where in values.of.items() if value in domain}

    # -- branches and loops -----------------------------------------------------------------

    def visit_If(self, node: n.If) -> None:
        test = self.truth(node.test)
        before, after = self.live, self.algebra.false
        for block, where in (node.then, test), (node.otherwise, ~test):
            self.live = before & where & ~self.broken
            self.block(block)
            after = after | self.live
        self.live = after

    def visit_For(self, node: n.For) -> None:
        over = self.visit_expr(node.over)
        entry, after = self.live, self.algebra.false
        groups = self.laps_of(over, node.over)
        # Where there is nothing to go over is known before the first lap changes anything.
        none = [w for v, w in over.of.items() if not len(v)] if isinstance(over, Cases) else []
        for laps in groups:
            self.live = entry & ~self.broken
            if len(groups) > 1:
                self.live = self.live & self.diagrams.any_of(where for _, where in laps)
                laps = [(value, self.algebra.true) for value, _ in laps]
            self._loop(node, laps)
            after = after | self.live
        missed = self.diagrams.any_of(none) if len(groups) > 1 else self.algebra.false
        self.live = after | (entry & missed)

    def _loop(self, node: n.For, laps: list[tuple[Any, Diagram]]) -> None:
        outer, self._breaking = getattr(self, "_breaking", None), self.algebra.false
        lasts = node.name in self.env  # a name that had a value keeps the last lap's
        for value, where in laps:
            passed = self.live & ~where
            self.live = self.live & where
            if self._alive():
                before = self.env[node.name] if lasts else None
                self.env[node.name] = self._where_live(self.algebra.known(value), before)
                self._body(node.body)
            self.live = self.live | passed
            if not self._alive():
                break
        if not lasts:
            self.env.pop(node.name, None)
        self.live = self.live | self._breaking
        self._breaking = outer

    def _body(self, body: n.Block) -> None:
        outer, self._continuing = getattr(self, "_continuing", None), self.algebra.false
        self.block(body)
        self.live = self.live | self._continuing
        self._continuing = outer

    def visit_While(self, node: n.While) -> None:
        outer, self._breaking = getattr(self, "_breaking", None), self.algebra.false
        done = self.algebra.false
        for _ in range(MOST_LAPS if self.most is None else FEW_LAPS):
            test = self.truth(node.test)
            done = done | (self.live & ~test)
            self.live = self.live & test
            if not self._goes_on():
                break
            self._body(node.body)
        else:
            if self.most is not None:
                raise TooMuchWork
            self.breaks(self.algebra.true)
        self.live = self.live | done | self._breaking
        self._breaking = outer

    def _goes_on(self) -> bool:
        """Whether a loop may have another lap."""
        return self._alive()

    def visit_Break(self, node: n.Break) -> None:
        self._breaking = self._breaking | self.live
        self.live = self.algebra.false

    def visit_Continue(self, node: n.Continue) -> None:
        self._continuing = self._continuing | self.live
        self.live = self.algebra.false
