"""Settling layers: each position by what its moves lead to, from the last layer to the first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ....limits import Limits
from ..bfs.layers import PositionLayers
from ..bfs.memory import zeros
from ..bfs.rule_block import RuleBlock
from ..bfs.visited import Column, table_size
from ..kernels.constants import EMPTY, FINISHING, SETTLING
from ..kernels.intrinsics import RuleFault

#: How many positions are settled between two progress reports.
STRETCH = 1 << 20


class LayerCodes:
    """A hash table of one layer, with the codes of its positions beside or above their words."""

    def __init__(
        self, layers: PositionLayers, kind: Any, games: int, limits: Limits, packed: bool = False
    ) -> None:
        self._layers, self._games, self.packed = layers, 0 if packed else games, packed
        words, most = layers.engine.layout.words, table_size(max(layers.sizes))
        limits.require_memory(most * (8 * words + self._games * np.dtype(kind).itemsize))
        self._memory = [zeros(most) for _ in range(words)]
        self._values = zeros(most * self._games, kind)
        self.spare = layers.engine.layout.bits
        self.clear(0)

    def clear(self, expected: int) -> None:
        """Clear the table, with room for a number of positions."""
        self.size = table_size(expected)
        self.table = [column[: self.size] for column in self._memory]
        self.values = self._values[: self.size * self._games].reshape(self.size, self._games)
        self.mask = np.uint64(self.size - 1)
        self.table[0].fill(EMPTY)

    def fill(self, layer: int, codes: Column) -> None:
        """Hold a layer with its codes."""
        self.clear(len(codes))
        words, kernels = self._layers.words[layer], self._layers.engine.kernels
        if self.packed:
            kernels.shelve_packed(*words, codes, *self.table, self.mask, self.spare)
        else:
            kernels.shelve(*words, codes, *self.table, self.mask, self.values)

    def number(self) -> None:
        """Hold the only layer, with the numbers of its rows."""
        words, kernels = self._layers.words[0], self._layers.engine.kernels
        self.clear(len(words[0]))
        kernels.number_rows(*words, *self.table, self.mask, self.values)


class Retrograde(ABC):
    """What positions are settled to: a row of codes each, by a kernel of its own."""

    kernel: str
    #: The code of a position that is not settled.
    unset: int
    #: How many bits a code takes.
    bits: int

    def __init__(self, layers: PositionLayers, limits: Limits, games: int, kind: Any) -> None:
        self.layers, self.limits, self.games, self.kind = layers, limits, games, kind
        self._shelf: LayerCodes | None = None
        self._done = 0

    @abstractmethod
    def more(self, layer: int) -> tuple[Any, ...]:
        """Return what else the kernel takes for a layer."""

    @abstractmethod
    def close_loops(self, whole: SingleLayer) -> None:
        """Settle positions from which games can go on forever."""

    def settle_all(self) -> list[Column]:
        """Settle all layers, from the last to the first; return the codes of each."""
        codes: list[Column] = []
        for layer in reversed(range(len(self.layers.words))):
            codes.append(self.settle(layer, codes[-1] if codes else None))
        return codes[::-1]

    def settle(self, layer: int, following: Column | None) -> Column:
        """Settle a layer, given the codes of the one after it."""
        size = self.layers.sizes[layer]
        self.limits.require_memory(size * self.games * np.dtype(self.kind).itemsize)
        if not self.layers.graded:
            return SingleLayer(self).settle()
        if self._shelf is None:
            packed = self._fits()
            self._shelf = LayerCodes(self.layers, self.kind, self.games, self.limits, packed)
        if following is None:
            self._shelf.clear(0)
        else:
            self._shelf.fill(layer + 1, following)
        codes = np.empty((size, self.games), self.kind)
        self._layer(layer, self._shelf, codes)
        return codes

    def _fits(self) -> bool:
        """Whether a position and its code fit into one word together."""
        layout = self.layers.engine.layout
        return self.games == layout.words == 1 and layout.bits + self.bits <= 64

    def _layer(self, layer: int, shelf: LayerCodes, codes: Column) -> None:
        """Settle all stretches of a layer, some at a time where there are threads."""
        more = self.more(layer)
        starts = range(0, len(codes), STRETCH)

        def stretch(start: int) -> None:
            rows = (start, min(start + STRETCH, len(codes)))
            form = "packed" if shelf.packed else "layered"
            self.run(form, layer, rows, shelf, codes, more=more)

        for start in self._between_threads(stretch, starts):
            self.limits.report(layer, self._done + start)
        self._done += len(codes)
        self.limits.report(layer, self._done)

    def _between_threads(self, work: Callable[[int], None], starts: Sequence[int]) -> Iterator[int]:
        """Work on every start; yield each once it is done."""
        if self.limits.threads == 1:
            for start in starts:
                work(start)
                yield start
            return
        pool = ThreadPoolExecutor(self.limits.threads)
        try:
            for start, _ in zip(starts, pool.map(work, starts), strict=True):
                yield start
        finally:
            # Reached early when work was interrupted: what has not begun is left.
            pool.shutdown(cancel_futures=True)

    def run(
        self,
        form: str,
        layer: int,
        between: tuple[int, int],
        shelf: LayerCodes,
        codes: Column,
        rows: Column | None = None,
        stage: int = FINISHING,
        left: int = 0,
        more: tuple[Any, ...] = (),
    ) -> tuple[int, int]:
        """Run the kernel; return how many positions changed, and how many are left."""
        engine = self.layers.engine
        rules = RuleBlock(engine)
        rows = np.zeros(0, np.int32) if rows is None else rows
        try:
            changed, left = getattr(engine.kernels, f"settle_{self.kernel}_{form}")(
                *rules.arguments, *self.layers.words[layer], *between, *shelf.table, shelf.mask,
                shelf.spare, shelf.values, codes, rows, stage, left, more, *self.layers.images,
            )  # fmt: skip
        except RuleFault:
            rules.explain()
            raise
        return int(changed), int(left)


class SingleLayer:
    """One layer that has all positions: they are settled once all their children are.

    Where games can go round in circles some never are; what to do with those depends on what they
    are settled to.
    """

    def __init__(self, settling: Retrograde) -> None:
        self.settling, layers = settling, settling.layers
        self._limits, self._size = settling.limits, layers.sizes[0]
        self._shelf = LayerCodes(layers, np.int32, 1, settling.limits)
        self._shelf.number()
        self.codes = np.full((self._size, settling.games), settling.unset, settling.kind)
        # Most moves lead to positions that were found later, so those come first.
        self.rows = layers.rows[::-1].copy()
        self.more = settling.more(0)

    def settle(self) -> Column:
        """Settle what follows from settled positions, then the rest."""
        while len(self.rows):
            before = len(self.rows)
            self.sweep(SETTLING)
            if len(self.rows) == before:
                self.settling.close_loops(self)
                break
        return self.codes

    def until_stable(self, stage: int) -> None:
        """Sweep over the rows that are left until nothing changes."""
        while self.sweep(stage):
            pass

    def sweep(self, stage: int) -> int:
        """Sweep once over the rows that are left; return how many changed."""
        changed = left = 0
        for start in range(0, len(self.rows), STRETCH):
            between = (start, min(start + STRETCH, len(self.rows)))
            more, left = self.settling.run(
                "whole", 0, between, self._shelf, self.codes, self.rows, stage, left, self.more
            )
            changed += more
            self._limits.report(0, self._size - len(self.rows))
        if stage == SETTLING:
            self.rows = self.rows[:left]
        return changed
