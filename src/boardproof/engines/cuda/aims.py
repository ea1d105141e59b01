"""Aims on the GPU: tested, counted, and the least position that meets each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...packing.columns import sorting_key
from ..compiled.answers.aims import Aims
from ..compiled.bfs.blocks import Block
from ..compiled.bfs.visited import Column
from ..compiled.kernels.constants import EMPTY
from ..compiled.kernels.intrinsics import RuleFault
from .device import DeviceArray
from .module import GridAimProgram, aims_module

if TYPE_CHECKING:
    from .engine import CudaEngine


class DeviceAims(Aims):
    """Some aims, and the kernels that test them."""

    _engine: CudaEngine

    @property
    def machine(self) -> Any:
        """The module, written and compiled when it is first needed."""
        if self._machine is None:
            self._machine = aims_module(GridAimProgram(self._engine.rules, self._questions))
        return self._machine

    def mark(self, columns: Sequence[Column], size: int) -> DeviceArray:
        """Return which aims each position meets, a bit for each."""
        device = self._engine.device
        marks, finished = device.empty(size), device.array(np.zeros(1, np.int64))
        bits, given = device.array(self.by_result), [device.array(column) for column in columns]
        try:
            device.launch(self.machine.mark_met, size, *given, size, bits, marks, finished)
        except RuleFault:  # the simulator lets it out
            self._explain_all(given, size)
        if int(finished[0]) != size:
            self._explain_all(given, size)
        return marks

    def count(self, blocks: Sequence[Block]) -> tuple[Column, list[Column]]:
        """Return how many positions meet each aim, and the words of the least of these."""
        tally = np.zeros(len(self.aims), np.int64)
        least = [np.full(len(self.aims), EMPTY) for _ in blocks[0].columns]
        for block in blocks:
            self._count(block, tally, least)
        return tally, least

    def _count(self, block: Block, tally: Column, least: Sequence[Column]) -> None:
        device, machine, size = self._engine.device, self.machine, block.count
        columns = [device.array(column[:size]) for column in block.columns]
        marks, counted = self.mark(columns, size), device.array(np.zeros(64, np.int64))
        device.launch(machine.count_marks, size, marks, counted)
        counts = counted.copy_to_host()[: len(tally)]
        tally += counts
        for aim in map(int, np.nonzero(counts)[0]):
            found = self._least(columns, marks, aim)
            if sorting_key(found) < sorting_key([int(column[aim]) for column in least]):
                for column, word in zip(least, found, strict=True):
                    column[aim] = word

    def _least(self, columns: Sequence[DeviceArray], marks: DeviceArray, aim: int) -> list[int]:
        """Return the words of the least position that meets an aim."""
        device = self._engine.device
        least = device.array(np.full(len(columns), EMPTY))
        for word in reversed(range(len(columns))):
            least_marked = self.machine.least_marked
            device.launch(least_marked, len(marks), *columns, marks, aim, word, least)
        return [int(word) for word in least.copy_to_host()]

    def _explain_all(self, columns: Sequence[DeviceArray], size: int) -> None:
        """Let the reference engine say which question goes wrong, and on which position."""
        for row in range(size):
            self.explain([column[row] for column in columns])
        raise RuleFault
