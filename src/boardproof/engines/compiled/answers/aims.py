"""Aims in machine code: a module of its own for the questions asked, so that no other grows."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ....errors import BadInput
from ....statespace.goals import Aim
from ...plain.base import ordered_arguments
from ..bfs.blocks import Block
from ..bfs.parts import Parts
from ..bfs.visited import Column
from ..codegen.aim_program import AimProgram, Question
from ..codegen.module import GeneratedModule, program_text
from ..kernels.constants import PART, ROW, STATE
from ..kernels.intrinsics import RuleFault
from ..kernels.specialise import Kernel
from .result_table import words_of_results

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: A word has a bit for each aim.
MOST_AIMS = 64


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
    def program(self) -> AimProgram:
        """What the questions are."""
        return AimProgram(self._engine.rules, self._questions)

    @property
    def machine(self) -> Any:
        """The module, written and compiled when it is first needed."""
        if self._machine is None:
            program = self.program
            kernel = Kernel("aims", {"WORDS": len(program.words)})
            self._machine = GeneratedModule(program_text(program), (kernel,)).load()
        return self._machine

    def count(self, blocks: Sequence[Block]) -> tuple[Column, list[Column]]:
        """Return how many positions meet each aim, and the words of the least of these."""
        tally, state = np.zeros(len(self.aims), np.int64), np.zeros(STATE, np.int64)
        least = [np.empty(len(self.aims), np.uint64) for _ in self._engine.program.words]
        parts = Parts(blocks)
        try:
            self.machine.count_met(parts.table, parts.taken, self.by_result, tally, *least, state)
        except RuleFault:
            self.explain(parts.words(int(state[PART]), int(state[ROW])))
            raise
        return tally, least

    def mark(self, columns: Sequence[Column], size: int) -> Column:
        """Return which aims each position meets, a bit for each."""
        marks, at = np.empty(size, np.uint64), np.zeros(1, np.int64)
        try:
            self.machine.mark_met(*columns, size, self.by_result, marks, at)
        except RuleFault:
            self.explain([column[at[0]] for column in columns])
            raise
        return marks

    def explain(self, words: Any) -> None:
        """Let the reference engine say which question goes wrong on a position."""
        position, reference = self._engine.unpack(words), self._engine.reference
        reference.result(position)
        for question in self._questions:
            if question is not None:
                reference.ask(position, question[0], *question[1])


def question_of(engine: CompiledEngine, aim: Aim) -> Question | None:
    """Return the question that an aim asks with its arguments, None where it is about results."""
    if not aim.question:
        return None
    arguments = ordered_arguments(engine.rules, aim.question, dict(aim.arguments))
    return aim.question, tuple(arguments)


def by_result(engine: CompiledEngine, aims: Sequence[Aim]) -> Column:
    """Return for every result's number the bits that the aims start with."""
    words, said = words_of_results(engine)
    bits = [sum(1 << i for i, aim in enumerate(aims) if _starts(aim, word)) for word in words]
    return np.array(bits, np.uint64)[said]


def _starts(aim: Aim, ended: str) -> bool:
    """Whether a result meets an aim; a question's answer turns round what is said here."""
    return not aim.holds if aim.question else (ended in aim.results) == aim.holds
