"""How a position ends: asked of any, and of one that a move has just led to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....analysis.callgraph import phases
from ....analysis.ending_pruning import before_stuck, effects_into, prune_result
from ....analysis.endless import ENDLESS_RULE
from ....ir import types as t
from ....ir.rules import Function
from .entry import define
from .statements import CallShape, FunctionWriter
from .values import condition_code

if TYPE_CHECKING:
    from .program import Program


class Endings:
    """Writes the functions that say how a position ends."""

    def __init__(self, program: Program) -> None:
        self._program, self._rules = program, program.rules

    def result(self) -> list[str]:
        if isinstance(self._rules.functions["result"].returns, t.NoneT | t.NeverT):
            return define("result_code", self._program.parameters, ["return 0"])
        if self._program.rolls:
            return self._result_by_phase(self._rules.functions["result"])
        name, _ = self._program.functions.of("result", (), {})
        return define(
            "result_code", self._program.parameters, [f"return {name}({self._program.parameters})"]
        )

    def _result_by_phase(self, function: Function) -> list[str]:
        """Write the result in place, for each phase of the game by itself."""
        lines = list[str]()
        for phase in phases(self._rules):
            test = self._program.phase_test(phase)
            shape = CallShape(False, False, function.returns)
            writer = FunctionWriter(self._program, {}, dict(phase), shape)
            writer.depth = int(test is not True)
            if test is not False:
                lines += [] if test is True else [f"if {condition_code(test)}:"]
                writer.block(function.body)
                lines += writer.lines
        return define("result_code", self._program.parameters, [*lines, "raise RuleFault"])

    def result_after(self) -> list[str]:
        """Write the result for a position that a move has just led to from one not over."""
        if self._rules.starts_anywhere or self._rules.has_turns:  # no single move led to a position
            return ["result_after = result_code", ""]
        known, whole = list(phases(self._rules)), self._rules.functions["result"]
        left = [prune_result(self._rules, effects_into(self._rules, known, p)) for p in known]
        lines = []
        for phase, function in zip(known, left, strict=True):
            test = self._program.phase_test(phase)
            ends = not isinstance(whole.returns, t.NoneT | t.NeverT)
            if ends and function.body != whole.body and test is not False:
                name, shape = (
                    self._program.functions.name("result_after"),
                    CallShape(False, False, whole.returns),
                )
                name = self._program.functions.write(name, function, (), phase, shape)
                lines += [
                    f"if {condition_code(test)}:",
                    f"    return {name}({self._program.parameters})",
                ]
        if not lines:
            return ["result_after = result_code", ""]
        if len(lines) == 2 * len(known):  # a position is in one of the phases
            lines[-2:] = [lines[-1].strip()]
        else:
            lines.append(f"return result_code({self._program.parameters})")
        return define("result_after", self._program.parameters, lines)

    def ended_after(self) -> list[str]:
        """Write the result as far as it does not ask whether moves are legal, and that by itself.

        Who expands a position finds out, and asks what it means only where none is.
        """
        stuck = self._rules.functions.get("stuck")
        if stuck is None or stuck.kind != "stuck":
            given = define("stuck_code", self._program.parameters, ["return 0"])
            return ["ended_after = result_after", "", *given]
        known, rules = list(phases(self._rules)), before_stuck(self._rules)
        ended = [prune_result(rules, effects_into(self._rules, known, phase)) for phase in known]
        return [
            *self._by_phase("ended_after", ended),
            *self._by_phase("stuck_code", [stuck] * len(known)),
        ]

    def endless(self) -> list[str]:
        """Write what a game without end is worth that comes back to a position."""
        known = len(list(phases(self._rules)))
        return self._by_phase("endless_code", [self._rules.functions[ENDLESS_RULE]] * known)

    def _by_phase(self, entry: str, functions: list[Function]) -> list[str]:
        """Write the results of a rule in each phase as functions of their own, and their entry."""
        lines, program = list[str](), self._program
        shape = CallShape(False, False, t.OptionT(t.RESULT))
        for phase, function in zip(phases(self._rules), functions, strict=True):
            test = program.phase_test(phase)
            if test is not False:
                name = program.functions.name(entry.removesuffix("_code"))
                name = program.functions.write(name, function, (), phase, shape)
                lines += [] if test is True else [f"if {condition_code(test)}:"]
                lines += [f"{'' if test is True else '    '}return {name}({program.parameters})"]
        return define(entry, program.parameters, [*lines, "raise RuleFault"])
