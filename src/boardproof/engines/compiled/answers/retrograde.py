"""Settling layers: each position by what its moves lead to, from the last layer to the first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, Protocol

import numpy as np

from ....limits import Limits
from ..bfs.layers import PositionLayers, Stretch
from ..bfs.shelf import LayerCodes
from ..bfs.visited import Column
from ..kernels.constants import FINISHING, SETTLING


class UnsettledPositions(Protocol):
    """Positions that are gone over again and again."""

    def give(self, code: int) -> None:
        """Give all that are left the same code."""
        ...

    def until_stable(self, stage: int) -> None:
        """Sweep over what is left until nothing changes."""
        ...


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
    def more(self, columns: Sequence[Column]) -> tuple[Any, ...]:
        """Return what else the kernel takes for the positions with these words."""

    @abstractmethod
    def close_loops(self, whole: UnsettledPositions) -> None:
        """Settle positions from which games can go on forever."""

    def settle_all(self) -> list[Column]:
        """Settle all layers, from the last to the first; return the codes of each."""
        codes: list[Column] = []
        for layer in reversed(range(len(self.layers.words))):
            codes.append(self.settle(layer, codes[-1] if codes else None))
        return codes[::-1]

    def settle(self, layer: int, following: Column | None) -> Column:
        """Settle a layer, given the codes of the one after it."""
        if not self.layers.graded:
            return SingleLayer(self).settle()
        if self._shelf is None:
            self._shelf = self.layers.new_shelf(self.kind, self.games, self._fits())
        if following is None:
            self._shelf.clear(0)
        else:
            self._shelf.fill(layer + 1, following)
        codes = self.layers.new_codes(self.layers.sizes[layer], self.games, self.kind)
        self._layer(layer, self._shelf, codes)
        return codes

    def _fits(self) -> bool:
        """Whether a position and its code fit into one word together."""
        layout = self.layers.engine.layout
        return self.games == layout.words == 1 and layout.bits + self.bits <= 64

    def _layer(self, layer: int, shelf: LayerCodes, codes: Column) -> None:
        """Settle all stretches of a layer, some at a time where there are threads."""
        more, form = self.more(self.layers.words[layer]), "packed" if shelf.packed else "layered"

        settled = [self._done]

        def settle(between: Stretch) -> None:
            self.run(form, layer, between, shelf, codes, more=more)
            settled.append(between[1] - between[0])

        def report() -> None:
            self.limits.report(layer, sum(settled))

        self.layers.team.all(settle, self.layers.stretches(len(codes)), report)
        self._done += len(codes)
        self.limits.report(layer, self._done)

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
        rows = self.layers.array(np.zeros(0, np.int32)) if rows is None else rows
        kernel = f"{self.kernel}_{form}"
        return self.layers.settle(kernel, layer, between, shelf, codes, rows, stage, left, more)


class SingleLayer:
    """One layer that has all positions: they are settled once all their children are.

    Where games can go round in circles some never are; what to do with those depends on what they
    are settled to.

    Threads go over stretches of rows at the same time, and each may read a code before another has
    written it, or after. What is settled once is never changed. What is gone over again and again
    comes to the same all the same: codes only ever move one way, towards a fixpoint.
    """

    def __init__(self, settling: Retrograde, shelf: LayerCodes | None = None) -> None:
        self.settling, layers = settling, settling.layers
        self._limits, self._size = settling.limits, layers.sizes[0]
        self.shelf = shelf or layers.new_shelf(np.int32, 1)
        if shelf is None:
            self.shelf.number()
        self.codes = layers.new_codes(self._size, settling.games, settling.kind)
        layers.fill(self.codes, settling.unset)
        # Most moves lead to positions that were found later, so those come first.
        self.rows = layers.array(layers.rows[::-1].copy())
        self.more = settling.more(layers.words[0])

    def settle(self) -> Column:
        """Settle what follows from settled positions, then the rest."""
        waves, before = self.settling.layers.waves[::-1], len(self.rows) + 1
        while 0 < len(self.rows) < before:
            before, waves = len(self.rows), self._settle(waves)
        if len(self.rows):
            self.settling.close_loops(self)
        return self.codes

    def _settle(self, waves: Sequence[int]) -> list[int]:
        """Settle the rows that can be, wave by wave; return how many each has left."""
        layers, left, kept = self.settling.layers, 0, list[int]()
        for begin, end in pairwise(accumulate(layers.joined_waves(waves), initial=0)):
            first = left
            for (start, _), (_, stop) in self._go_over(SETTLING, begin, end):
                if left < start < stop:
                    self.rows[left : left + stop - start] = self.rows[start:stop]
                left += stop - start
            kept.append(left - first)
        self.rows = self.rows[:left]
        return kept

    def give(self, code: int) -> None:
        """Give all rows that are left the same code."""
        self.settling.layers.write(self.codes, self.rows, code)

    def until_stable(self, stage: int) -> None:
        """Sweep over the rows that are left until nothing changes."""
        while any(changed for _, (changed, _) in self._go_over(stage, 0, len(self.rows))):
            pass

    def _go_over(self, stage: int, begin: int, end: int) -> list[tuple[Stretch, tuple[int, int]]]:
        """Go over rows once; return for each stretch how many changed, and where those left end."""
        layers, counted = self.settling.layers, dict[Stretch, tuple[int, int]]()

        def settle(between: Stretch) -> None:
            counted[between] = self.settling.run(
                "whole", 0, between, self.shelf, self.codes, self.rows, stage, between[0], self.more
            )

        def report() -> None:
            self._limits.report(0, self._size - len(self.rows))

        layers.team.all(settle, layers.close_stretches(begin, end), report)
        return sorted(counted.items())
