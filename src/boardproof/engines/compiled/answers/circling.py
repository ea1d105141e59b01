"""Games without end whose worth depends on the position: rows by strata, as statespace/circles.py.

Circles are all in one layer. What is left there, once all is settled that leads to no circle, is
settled stratum by stratum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ....analysis.endless import endless_result_at
from ....limits import Limits
from ....statespace.circles import refuse_mixed
from ..bfs.layers import PositionLayers
from ..bfs.shelf import LayerCodes
from ..bfs.visited import Column
from ..codegen.endless_program import EndlessProgram
from ..codegen.module import GeneratedModule, program_text
from ..kernels.constants import FINISHING
from ..kernels.intrinsics import RuleFault
from ..kernels.specialise import Kernel
from .result_table import payoffs
from .retrograde import Retrograde, SingleLayer, UnsettledPositions

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: Every second bit of a word.
EVEN_BITS = np.uint64(0x5555555555555555)


class EndlessResults:
    """The machine code that says what a game without end is worth."""

    def __init__(self, engine: CompiledEngine) -> None:
        self._engine = engine

    @cached_property
    def _machine(self) -> Any:
        program = EndlessProgram(self._engine.rules)
        kernel = Kernel("endless", {"WORDS": len(program.words)})
        return GeneratedModule(program_text(program), (kernel,)).load()

    def numbers(self, columns: Sequence[Column]) -> Column:
        """Return the number of the result that a game without end has at each position."""
        said, at = np.empty(len(columns[0]), np.int32), np.zeros(1, np.int64)
        try:
            self._machine.say_endless(*columns, len(said), said, at)
        except RuleFault:
            words = [column[at[0]] for column in columns]
            endless_result_at(self._engine.rules, self._engine.unpack(words))
            raise
        return said


class ReachPass(Retrograde):
    """Settles rows to what of some marks, bits of a word, they lead to: the attractor of all."""

    kernel, unset, bits = "attract", 0, 64

    def __init__(self, layers: PositionLayers, limits: Limits) -> None:
        super().__init__(layers, limits, 1, np.uint64)
        self.marks = np.zeros(layers.sizes[0], np.uint64)

    def more(self, columns: Sequence[Column]) -> tuple[Any, ...]:
        """Return that everybody wants to come to every mark, through whatever it is."""
        every = np.uint64(2**64 - 1)
        bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
        results = np.zeros(self.layers.engine.results, np.uint64)
        whose = np.full(len(self.layers.engine.game.players), every)
        return results, self.marks, bits, np.zeros(64, np.uint64), every, whose

    def close_loops(self, whole: UnsettledPositions) -> None:
        """Leave no loops: rows start without marks."""


class Strata:
    """The rows of the only layer from which games can go on for ever, by strata."""

    def __init__(self, layers: PositionLayers, limits: Limits) -> None:
        self._layers, self._limits = layers, limits
        limits.require_memory(4 * layers.sizes[0])
        #: The number of the result that a game without end has at each row.
        self.said = EndlessResults(layers.engine).numbers(layers.columns(0))

    @cached_property
    def _worth_of(self) -> Column:
        """For every result's number which worth it has, those alike numbered alike."""
        return np.unique(payoffs(self._layers.engine), axis=0, return_inverse=True)[1].reshape(-1)

    def sort(self, left: Column, shelf: LayerCodes) -> Iterator[Column]:
        """Yield the rows that are left stratum by stratum, each to be settled before the next.

        Every bit of a worth's number has two marks, for 0 and for 1. Rows of the next stratum are
        those that lead to no worth but their own: to one of the two marks of every bit.
        """
        reach = ReachPass(self._layers, self._limits)
        worths, sweeping = self._worth_of[self.said].astype(np.uint64), SingleLayer(reach, shelf)
        marks = np.zeros(len(worths), np.uint64)
        for bit in range(int(self._worth_of.max()).bit_length()):
            digit = worths >> np.uint64(bit) & np.uint64(1)
            marks |= np.uint64(1) << (digit + np.uint64(2 * bit))
        while len(left):
            reach.marks[:] = 0
            reach.marks[left] = marks[left]
            sweeping.codes[:] = 0
            sweeping.rows = left
            sweeping.until_stable(FINISHING)
            led = sweeping.codes[left, 0]
            pure = led & led >> np.uint64(1) & EVEN_BITS == 0
            if not pure.any():
                words = [column[left[0]] for column in self._layers.columns(0)]
                engine = self._layers.engine
                refuse_mixed(engine.reference, engine.unpack(words))
            yield left[pure]
            left = left[~pure]
