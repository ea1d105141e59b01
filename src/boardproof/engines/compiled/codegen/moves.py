"""Writing moves: into the one function that makes them all, with branches or without."""

from __future__ import annotations

from typing import Any

from ....ir import nodes as n
from . import fields
from .shifts import WordChange
from .staging import Span
from .statements import FunctionWriter
from .values import condition_code


class ReturnsInLoop(Exception):
    """A move that returns from within a loop, and so needs a function of its own."""


class MoveWriter(FunctionWriter):
    """Writes a move as a block of the function that makes all moves: a loop of one lap."""

    def emit_return(self, value: str) -> None:
        """Keep the position reached."""
        self._leave([f"out{i}[count] = {word}" for i, word in enumerate(self.program.words)])
        self.alive = False

    def refuse(self) -> None:
        """Leave without a position."""
        self._leave([])

    def _leave(self, lines: list[str]) -> None:
        if self._jumps:
            raise ReturnsInLoop
        self._lines([*lines, "count += u(1)", "break"] if lines else ["break"])


class NeedsBranch(Exception):
    """A move that cannot be made first and judged afterwards."""


class StraightWriter(FunctionWriter):
    """Writes a move without a branch: it is made in any case, and counted if it is legal.

    That is faster than jumping over it, as long as making it is a handful of instructions that can
    do no harm on any position.
    """

    def __init__(self, *arguments: Any, asked: dict[str, str]) -> None:
        super().__init__(*arguments)
        #: What is asked of the position that all moves begin with, and the names of the answers.
        self.asked = dict(asked)
        self._tests: list[str] = []
        self._asking = 0  # how many lines, the first ones, only ask
        self.requirement: Any = None
        self.changes: list[WordChange] | None = [WordChange() for _ in self.program.words]

    def visit_Require(self, node: n.Require) -> None:
        test = self.test(node.test)
        if test is False:
            raise NeedsBranch
        if test is not True:
            code = condition_code(test)
            if self._tests and self.program.functions.may_fault(code):
                raise NeedsBranch  # it may only be asked where what was required before is met
            self._tests.append(self._answer(code))
            self.requirement = test if len(self._tests) == 1 else None

    def _answer(self, code: str) -> str:
        """Return the name of a condition's answer; before anything is changed, it is asked once."""
        unchanged = len(self.lines) == self._asking
        if unchanged and code in self.asked:
            return self.asked[code]
        name = self.program.fresh()
        super().line(f"{name} = {code}")
        if unchanged:
            self.asked[code] = name
            self._asking += 1
        return name

    def _lines(self, lines: list[str]) -> None:
        for text in lines:
            if isinstance(text, fields.Fixed) and self.changes is not None:
                change = self.changes[text.word]
                self.changes[text.word] = change.then(text.clears, text.sets)
                super().line(text)
            else:
                self.line(text)

    def emit_return(self, value: str) -> None:
        """Keep the position reached, and count it if every requirement is met."""
        for i, word in enumerate(self.program.words):
            super().line(f"out{i}[count] = {word}")
        super().line(f"count += u({' & '.join(self._tests) or '1'})")
        self.alive = False

    def refuse(self) -> None:
        """Stop: a branch within the move refuses it."""
        raise NeedsBranch

    def _branch(self, block: n.Block) -> FunctionWriter:
        raise NeedsBranch

    def _broken(self) -> None:
        raise NeedsBranch

    def _count_laps(self, node: n.For, bounds: Span) -> None:
        raise NeedsBranch

    def visit_While(self, node: n.While) -> None:
        raise NeedsBranch

    def _laps_with_jumps(self, node: n.For, laps: list[tuple[Any, Any]]) -> None:
        raise NeedsBranch

    def line(self, text: str) -> None:
        """Write a line, unless it may do harm on a position where the move is not legal."""
        harmful = any(word in text for word in ("raise", "TABLE", "present(", "if "))
        if harmful or self.program.functions.may_fault(text):
            raise NeedsBranch
        self.changes = None
        super().line(text)
