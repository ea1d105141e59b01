"""All reachable positions in the GPU's memory, or beside it where that is short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...limits import Limits
from ..compiled.bfs.blocks import Block
from ..compiled.bfs.layers import PositionLayers, Stretch
from ..compiled.bfs.search import BreadthFirstSearch
from ..compiled.bfs.shelf import LayerCodes
from ..compiled.bfs.team import ThreadTeam
from ..compiled.bfs.visited import Column
from ..compiled.kernels.intrinsics import RuleFault
from .device import DeviceArray
from .hash_tables import DeviceCodes
from .kernels.constants import CHANGED, DONE, NEW
from .pool import DevicePool

if TYPE_CHECKING:
    from .engine import CudaEngine


class DeviceLayers(PositionLayers):
    """The words of all positions as they were found, or sorted as the compiled engine sorts them.

    A layer for which the GPU's memory is too short lies in this machine's, and is copied when it is
    needed.
    """

    engine: CudaEngine
    _pool: DevicePool

    def __init__(
        self, engine: CudaEngine, limits: Limits, symmetry: bool = True, in_order: bool = False
    ) -> None:
        self.device, self.grid, self._in_order = engine.device, engine.grid, in_order
        super().__init__(engine, limits, symmetry)
        self.team = ThreadTeam(1)

    def _keep(self, search: BreadthFirstSearch) -> None:
        assert isinstance(search.pool, DevicePool)
        self._pool = search.pool
        self.device.spill_by(self)
        super()._keep(search)

    def spill(self) -> bool:
        """Move a block or the first layer that lies on the GPU to this machine's memory."""
        if self._pool.spill():
            return True
        for at, layer in enumerate(self.words):
            if not isinstance(layer[0], np.ndarray):
                self.limits.require_memory(8 * len(layer) * len(layer[0]))
                self.words[at] = [_host(column) for column in layer]
                return True
        return False

    def _layer(self, blocks: list[Block]) -> list[Column]:
        if self._in_order and self.graded:
            return super()._layer([_in_memory(block) for block in blocks])
        return self.engine.keep_layer(blocks, self.limits)

    def _join(self, search: Any) -> None:
        """Make one layer of all, to be settled in the order in which they were found, or sorted."""
        for blocks in search.layers():
            self.words.append(self._layer(blocks))
        taken = [self._layer(blocks) for blocks in search.leaving()]
        complete = sum(len(layer[0]) for layer in taken) == search.total
        self.words = taken if complete else self.words
        self.waves = [len(layer[0]) for layer in taken] if complete else [search.total]
        if self._in_order:
            layers = [[self.read(column) for column in layer] for layer in self.words]
            self._sort([np.concatenate(columns) for columns in zip(*layers, strict=True)])
            return
        found = [Block(layer, len(layer[0])) for layer in self.words]
        self.words = [self.engine.keep_layer(found, self.limits)]
        self.rows = np.arange(len(self.words[0][0]), dtype=np.int32)

    def stretches(self, rows: int) -> list[Stretch]:
        """Return all rows at once."""
        return self.close_stretches(0, rows)

    def close_stretches(self, begin: int, end: int) -> list[Stretch]:
        """Return all rows at once."""
        return [(begin, end)] if begin < end else []

    def joined_waves(self, waves: Sequence[int]) -> list[int]:
        """Leave waves as they are: no thread goes over rows in order."""
        return list(waves)

    def on_device(self, layer: int) -> list[DeviceArray]:
        """Return the words of a layer in the GPU's memory."""
        return [self.device.array(column) for column in self.words[layer]]

    def _row(self, layer: int, words: Sequence[int]) -> int | None:
        row = self.engine.row_of(self.on_device(layer), self.sizes[layer], words)
        return None if row < 0 else row

    def start_rows(self) -> Column:
        """Return the rows of the first layer that have the positions games start from."""
        columns, size = self.on_device(0), self.sizes[0]
        rows = [
            self.engine.row_of(columns, size, words) for words in zip(*self.starts, strict=True)
        ]
        return np.array(rows, np.int64)

    def columns(self, layer: int) -> Sequence[Column]:
        """Return the words of a layer's positions in this machine's memory."""
        return [self.read(column) for column in self.words[layer]]

    def array(self, items: Column) -> DeviceArray:
        """Return an array in the GPU's memory, with some items."""
        return self.device.array(items)

    def read(self, array: DeviceArray, which: Any = slice(None)) -> Column:
        """Return items of an array in the GPU's memory, or of one in this machine's."""
        return _host(array[which])

    def fill(self, codes: DeviceArray, code: int) -> None:
        """Give all rows the same code."""
        self.device.fill(self.grid, codes, code)

    def write(self, codes: DeviceArray, rows: DeviceArray, code: int) -> None:
        """Give some rows the same code."""
        self.device.launch(self.grid.write_rows, len(rows), codes, rows, code)

    def new_codes(self, size: int, games: int, kind: Any) -> DeviceArray:
        """Return a row of codes for each of some positions."""
        return self.device.empty((size, games), kind)

    def new_shelf(self, kind: Any, games: int, packed: bool = False) -> LayerCodes:
        """Return a hash table for the codes of one layer, with room for the largest."""
        return DeviceCodes(self, kind, games, packed)

    def weigh(
        self, kernel: str, columns: Sequence[Column], codes: Column, size: int, *how: int
    ) -> Column:
        """Tally positions by what their codes say, those alike counted."""
        tally = self.array(np.zeros(size, np.int64))
        given = [self.array(column) for column in columns]
        self.device.launch(
            getattr(self.grid, f"weigh_{kernel}"), len(codes), *given, self.array(codes), *how,
            tally, *self._pool.alike_tables,
        )  # fmt: skip
        return self.read(tally)

    def settle(
        self, kernel: str, layer: int, between: tuple[int, int], shelf: LayerCodes, codes: Column,
        rows: DeviceArray, stage: int, left: int, more: tuple[Any, ...],
    ) -> tuple[int, int]:  # fmt: skip
        """Settle positions of a layer; return how many changed, and how many are left."""
        pool, words, (begin, end) = self._pool, self.on_device(layer), between
        state, kept = self.device.state(), self.device.empty(max(1, len(rows)), np.int32)
        given = tuple(self.array(one) if isinstance(one, np.ndarray) else one for one in more)
        try:
            self.device.launch(
                getattr(self.grid, f"settle_{kernel}"), end - begin, *words, begin, end,
                *pool.first, pool.opening, *shelf.table, shelf.mask, shelf.spare, shelf.values,
                codes, rows, kept, stage, state, given, *pool.alike_tables,
            )  # fmt: skip
        except RuleFault:  # the simulator lets it out
            pool.explain(words, 0, self.sizes[layer])
        counted = self.read(state)
        if counted[DONE] != end - begin:
            pool.explain(words, 0, self.sizes[layer])
        new = int(counted[NEW])
        if new:
            rows[left : left + new].copy_to_device(kept[:new])
        return int(counted[CHANGED]), left + new


def _in_memory(block: Block) -> Block:
    """Return a block with the same positions in this machine's memory."""
    return Block([_host(column[: block.count]) for column in block.columns], block.count)


def _host(array: DeviceArray) -> Column:
    """Return an array in this machine's memory."""
    return array if isinstance(array, np.ndarray) else np.asarray(array.copy_to_host())
