"""The positions of one layer in a hash table, each with its codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....limits import Limits
from ..kernels.constants import EMPTY
from .memory import zeros
from .visited import Column, table_size

if TYPE_CHECKING:
    from .layers import PositionLayers


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
        self._layers.team.fill(self.table[0], EMPTY)

    def fill(self, layer: int, codes: Column) -> None:
        """Hold a layer with its codes."""
        self.clear(len(codes))
        words, team = self._layers.words[layer], self._layers.team
        team.all(
            lambda part: self.shelve([word[part] for word in words], codes[part], team.threads > 1),
            team.stretches(len(codes)),
        )

    def shelve(self, words: Sequence[Column], codes: Column, shared: bool = False) -> None:
        """Add positions with their codes, where others may be added at the same time."""
        kernels = self._layers.engine.kernels
        kernel = kernels.shelve_packed if self.packed else kernels.shelve
        beside = self.spare if self.packed else self.values
        kernel(*words, codes, *self.table, self.mask, beside, int(shared))

    def number(self) -> None:
        """Hold the only layer, with the numbers of its rows."""
        words, team = self._layers.words[0], self._layers.team
        number_rows, shared = self._layers.engine.kernels.number_rows, int(team.threads > 1)
        self.clear(len(words[0]))

        def number(part: slice) -> None:
            some = (word[part] for word in words)
            number_rows(*some, part.start, *self.table, self.mask, self.values, shared)

        team.all(number, team.stretches(len(words[0])))
