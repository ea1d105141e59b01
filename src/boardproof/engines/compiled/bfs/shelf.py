"""The positions of one layer in a hash table, each with its codes."""

from __future__ import annotations

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
