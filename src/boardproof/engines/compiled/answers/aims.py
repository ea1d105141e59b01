"""Aims in machine code: a module of its own for the questions asked, so that no other grows."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ....errors import BadInput
from ....ir import nodes as n
from ....ir.rules import Rules
from ....statespace.goals import Aim
from ..bfs.visited import Column
from ..codegen.flatten import flatten
from ..codegen.module import GeneratedModule, program_text
from ..codegen.program import Program
from ..codegen.staging import Stager
from ..codegen.values import condition_code
from ..kernels.intrinsics import RuleFault
from ..kernels.specialise import Kernel

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: A word has a bit for each aim.
MOST_AIMS = 64

Question = tuple[str, tuple[Any, ...]]


class AimProgram(Program):
    """Writes the function that says which of some aims a position meets, a bit for each."""

    def __init__(self, rules: Rules, questions: Sequence[Question | None]) -> None:
        super().__init__(rules)
        self._questions = questions

    def source(self) -> str:
        """Write the rules that the questions need."""
        return self.fit(self._module)

    def _module(self) -> str:
        lines = ["aims = ended"]
        for bit, question in enumerate(self._questions):
            if question is not None:
                lines.append(f"aims ^= u({self._answer(*question)}) << u({bit})")
        entries = [*self._result(), *self._met([*lines, "return aims"])]
        head = f'"""{self.rules.game.identity}: questions about its positions."""'
        body = "\n".join([*self.tables.lines, "", *self._functions, *entries])
        return f"{head}\n\n{flatten(body)}\n"

    def _answer(self, question: str, arguments: tuple[Any, ...]) -> str:
        function = self.rules.functions[question]
        kinds = [kind for _, kind in function.parameters]
        given = [n.Const(a, type=kind) for a, kind in zip(arguments, kinds, strict=True)]
        asked = n.Call(question, tuple(given), type=function.returns)
        return condition_code(Stager(self, {}, {}).test(asked))

    def _met(self, lines: list[str]) -> list[str]:
        head = f"def met({', '.join(self.words)}, ended):"
        return ["@rule", head, *(f"    {line}" for line in lines), ""]


class Aims:
    """Some aims, and the machine code that tests them.

    A bit starts as what the result says of its aim: that it ends so, or, where a question is asked,
    that its answer is to be turned round.
    """

    def __init__(self, engine: CompiledEngine, aims: Sequence[Aim]) -> None:
        if len(aims) > MOST_AIMS:
            raise BadInput(f"at most {MOST_AIMS} aims are looked for at once, not {len(aims)}")
        self._engine, self.aims = engine, list(aims)
        self.by_result = by_result(engine, self.aims)
        self._machine: ModuleType | None = None
        self._questions = [question_of(engine, aim) for aim in self.aims]

    @property
    def asks(self) -> bool:
        """Whether any aim asks a question, and not only how the game ended."""
        return any(question is not None for question in self._questions)

    @property
    def machine(self) -> Any:
        """The module, written and compiled when it is first needed."""
        if self._machine is None:
            program = AimProgram(self._engine.rules, self._questions)
            kernel = Kernel("aims", {"WORDS": len(program.words)})
            self._machine = GeneratedModule(program_text(program), (kernel,)).load()
        return self._machine

    def count(self, columns: Sequence[Column], size: int, tally: Column, first: Column) -> None:
        """Count the positions that meet each aim; note the first of each, if none is noted."""
        self._run("count_met", columns, size, tally, first)

    def mark(self, columns: Sequence[Column], size: int, marks: Column) -> None:
        """Write down which aims each position meets."""
        self._run("mark_met", columns, size, marks)

    def _run(self, kernel: str, columns: Sequence[Column], size: int, *more: Column) -> None:
        at = np.zeros(1, np.int64)
        try:
            getattr(self.machine, kernel)(*columns, size, self.by_result, *more, at)
        except RuleFault:
            self._explain([column[at[0]] for column in columns])
            raise

    def _explain(self, words: Any) -> None:
        """Let the reference engine say which question goes wrong on a position."""
        position, reference = self._engine.unpack(words), self._engine.reference
        reference.result(position)
        for question in self._questions:
            if question is not None:
                reference.ask(position, question[0], *question[1])


def question_of(engine: CompiledEngine, aim: Aim) -> Question | None:
    """Return the question that an aim asks with its arguments, None where it is about results."""
    if aim.results:
        return None
    if not aim.question:
        raise BadInput("an aim needs a result or a question")
    return aim.question, tuple(engine.reference.arguments_of(aim.question, dict(aim.arguments)))


def by_result(engine: CompiledEngine, aims: Sequence[Aim]) -> Column:
    """Return for every result's number the bits that the aims start with."""
    bits = np.zeros(engine.results, np.uint64)
    for code in range(engine.results):
        ended = str(engine.result_of(code))
        bits[code] = sum(1 << i for i, aim in enumerate(aims) if _starts(aim, ended))
    return bits


def _starts(aim: Aim, ended: str) -> bool:
    """Whether a result meets an aim; a question's answer turns round what is said here."""
    return (ended in aim.results) == aim.holds if aim.results else not aim.holds
