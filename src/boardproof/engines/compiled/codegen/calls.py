"""Calls of rules: what only returns a value in its place, the rest as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from ....ir.rules import Function
from .bit_search import FirstMatch, is_search, search
from .staging import Stager, is_known
from .statements import CallShape, FunctionWriter
from .values import Chosen, Dyn, Tuple, none_code

if TYPE_CHECKING:
    from .program import Program


#: Longer code is called, not repeated.
LONGEST_INLINED = 400
_CALLED = object()


class Calls:
    """Writes the calls of a program's rules."""

    def __init__(self, program: Program) -> None:
        self._program, self._rules, self._words = program, program.rules, program.words

    def call(self, stager: Stager, node: n.Call) -> Any:
        """Call a rule: one that only returns a value in place, others as functions."""
        function = self._rules.functions[node.rule]
        values = tuple(stager.visit_expr(a) for a in node.arguments)
        if node.rule in self._program.facts.cycles:
            return self._program.recursion.call(stager, node, function, values)
        pure = not function.writes and not self._program.facts.requires(node.rule)
        if self._program.rolls and pure:
            value = self._inlined(stager, node, function, values)
            if value is not _CALLED:
                return value
        elif pure and function.expression is not None:
            inner = Stager(self._program, function.bind(values), stager.known)
            return inner.visit_expr(function.expression)
        if pure and not function.trial and isinstance(stager, FunctionWriter):
            first = self._search(stager, function, values)
            if first is not None:
                return first
        types = tuple(kind for _, kind in function.parameters)
        values = self.shared(node.rule, values)
        name, shape = self._program.functions.of(node.rule, values, stager.known)
        given = [
            stager.code(v, kind) for v, kind in zip(values, types, strict=True) if not is_known(v)
        ]
        return self.emit(stager, f"{name}({', '.join([*given, *self._words])})", shape, function)

    def shared(self, rule: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Leave the arguments of long rules open, all but players: one function serves them all."""
        if not self._program.rolls and not self._program.facts.is_long(rule):
            return values
        stager, types = (
            Stager(self._program, {}, {}),
            [kind for _, kind in self._rules.functions[rule].parameters],
        )
        players = t.ElementT(self._rules.game.players)
        return tuple(
            Dyn(stager.code(v, kind), kind)
            if is_known(v) and isinstance(kind, t.IntT | t.ElementT) and kind != players
            else v
            for v, kind in zip(values, types, strict=True)
        )

    def _inlined(
        self, stager: Stager, node: n.Call, function: Function, values: tuple[Any, ...]
    ) -> Any:
        """Return what a call returns, in its place; `_CALLED` where it is better called."""
        body = self._program.inliner.body(node.rule)
        if body is None or any(isinstance(v, Dyn) and not v.code.isidentifier() for v in values):
            return _CALLED
        with self._program.trial() as trial:
            value = Stager(self._program, function.bind(values), stager.known).visit_expr(body)
            if _length(value) <= LONGEST_INLINED:
                trial.keep()
                return value
        return _CALLED

    def _search(
        self, writer: FunctionWriter, function: Function, values: tuple[Any, ...]
    ) -> FirstMatch | None:
        """Read a rule that searches, and else returns None, in place."""
        if len(function.body) != 2 or not is_search(function.body[0]):
            return None
        loop, last = function.body
        if not (isinstance(last, n.Return) and isinstance(last.value, n.Const)):
            return None
        assert isinstance(loop, n.For)
        match = search(Stager(self._program, function.bind(values), writer.known), loop)
        if match is None or last.value.value is not None:
            return None
        (family, gap), bits, low = match, self._program.fresh(), self._program.fresh()
        writer.line(f"{bits} = {family.code}")
        writer.line(f"{low} = {bits} & (~{bits} + u(1))")
        code = f"(lowest({bits}) - {gap} if {bits} != u(0) else {none_code(function.returns)})"
        return FirstMatch(code, function.returns, bits, low, gap, family, writer.changed)

    def emit(self, stager: Stager, code: str, shape: CallShape, function: Function) -> Any:
        """Call a function that may change the words: in a line of its own, before what follows."""
        if not shape.required and not shape.writes:
            if shape.valued:
                return stager.typed(code, shape.returns)
            if isinstance(stager, FunctionWriter):  # it may go wrong
                stager.line(code)
            return None
        if not isinstance(stager, FunctionWriter):
            raise TooLarge(f"{function.name} changes the position inside a condition")
        value = self._program.fresh() if shape.valued else ""
        targets = ["ok"] if shape.required else []
        targets += self._words if shape.writes else []
        targets += [value] if value else []
        stager.line(f"{', '.join(targets)} = {code}")
        if shape.required:
            stager.line("if not ok:")
            stager.depth += 1
            stager.refuse()
            stager.depth -= 1
        stager.changed += 1
        for name in function.writes:
            stager.known.pop(name, None)
        return stager.typed(value, shape.returns) if value else None


def _length(value: Any) -> int:
    """Return how long the code of a value is."""
    if isinstance(value, Tuple):
        return sum(map(_length, value.items))
    return 0 if is_known(value) or isinstance(value, Chosen) else len(value.code)
