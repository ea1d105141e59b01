"""Aims as code: a program of its own for the questions asked, so that no other grows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....ir import nodes as n
from ....ir.rules import Rules
from .flatten import flatten
from .program import Program
from .staging import Stager
from .values import condition_code

Question = tuple[str, tuple[Any, ...]]


class AimProgram(Program):
    """Writes the function that says which of some aims a position meets, a bit for each."""

    def __init__(self, rules: Rules, questions: Sequence[Question | None]) -> None:
        super().__init__(rules)
        self._questions = questions

    def source(self) -> str:
        """Write the rules that the questions need, as machine code is made of them soonest."""
        title, _, body = self.text().partition("\n")
        return f"{title}\n\n{flatten(body)}\n"

    def text(self) -> str:
        """Write the rules that the questions need."""
        return self.fit(self._module)

    def _module(self) -> str:
        lines = ["aims = ended"]
        for bit, question in enumerate(self._questions):
            if question is not None:
                lines.append(f"aims ^= u({self._answer(*question)}) << u({bit})")
        entries = [*self.endings.result(), *self._met([*lines, "return aims"])]
        head = f'"""{self.rules.game.identity}: questions about its positions."""'
        return "\n".join([head, "", *self.tables.lines, "", *self.functions.lines, *entries]) + "\n"

    def _answer(self, question: str, arguments: tuple[Any, ...]) -> str:
        function = self.rules.functions[question]
        kinds = [kind for _, kind in function.parameters]
        given = [n.Const(a, type=kind) for a, kind in zip(arguments, kinds, strict=True)]
        asked = n.Call(question, tuple(given), type=function.returns)
        return condition_code(Stager(self, {}, {}).test(asked))

    def _met(self, lines: list[str]) -> list[str]:
        head = f"def met({', '.join(self.words)}, ended):"
        return ["@rule", head, *(f"    {line}" for line in lines), ""]
