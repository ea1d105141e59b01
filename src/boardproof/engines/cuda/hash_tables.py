"""Hash tables in the GPU's memory: of one ply, of all positions, of those that are settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiled.bfs.shelf import LayerCodes
from ..compiled.bfs.visited import FULL, SMALLEST, Column, table_size
from ..compiled.kernels.constants import ARRIVING, EMPTY, LAYERED, LEAVING
from .device import Device, DeviceArray
from .kernels.constants import NEW

if TYPE_CHECKING:
    from .layers import DeviceLayers


#: A table takes at most this part of the memory: what is found needs some as well.
SHARE = 2


class DeviceTable:
    """The positions of one ply, or of one part of it after the other."""

    stage, kernel, load = LAYERED, "expand_hashed", FULL
    #: Into how many parts positions are divided by their hashes, and which of them is found now.
    parts, part = 1, 0

    def __init__(self, kernels: Any, device: Device, words: int) -> None:
        self._kernels, self._device, self._words = kernels, device, words
        self.held = 0
        self.arrivals = device.empty(0, np.int32)
        self._take(SMALLEST)

    def _take(self, size: int) -> None:
        """Take memory for a table of some size, and clear it."""
        self._memory = [self._device.empty(size) for _ in range(self._words)]
        self._clear(size)

    def _clear(self, size: int) -> None:
        self._size, self.table = size, [column[:size] for column in self._memory]
        self._device.fill(self._kernels, self.table[0], EMPTY)

    @property
    def mask(self) -> np.uint64:
        """The bits of a place."""
        return np.uint64(self._size - 1)

    @property
    def columns(self) -> tuple[Any, ...]:
        """What the kernel takes of the table: `parted` and `part` are the upper bits of hashes."""
        step = (1 << 64) // self.parts
        parted, part = np.uint64((1 << 64) - step), np.uint64(self.part * step)
        return (*self.table, self.mask, parted, part, self.arrivals)

    @property
    def room(self) -> int:
        """How many more positions the table takes before it must grow."""
        return int(self._size * self.load) - self.held

    def took(self, count: int) -> None:
        """Add to the number of positions."""
        self.held += count

    def begin(self, expected: int) -> None:
        """Forget all positions; go on with a table for those expected, or for a part of them."""
        self.held, self.parts, self.part = 0, 1, 0
        size, taken = 1 << int(expected / FULL).bit_length(), sum(c.nbytes for c in self._memory)
        while size > SMALLEST and 8 * self._words * size > (self._device.free + taken) // SHARE:
            size, self.parts = size // 2, 2 * self.parts
        self._empty(max(SMALLEST, size))

    def each_part(self) -> Iterator[bool]:
        """Go through the parts; say of each whether it is the last."""
        for part in range(self.parts):
            if part:
                self.held, self.part = 0, part
                self._clear(self._size)
            yield part == self.parts - 1

    def _empty(self, size: int) -> None:
        """Go on with an empty table of some size; the old memory goes before more is taken."""
        if size > len(self._memory[0]):
            self._memory, self.table = [], []
            self._take(size)
        else:
            self._clear(size)

    @property
    def grown_bytes(self) -> int:
        """The memory of a table of twice the size."""
        return 16 * self._words * self._size

    def grow(self) -> None:
        """Copy everything to a table of twice the size."""
        if not self.held:
            self._empty(2 * self._size)
            self._count_from_zero()
            return
        before, counted = self.table, self.arrivals
        self._take(2 * self._size)
        self._count_from_zero()
        self._device.launch(
            self._kernels.spread, len(before[0]), *before, counted, *self.table, self.mask,
            self.arrivals,
        )  # fmt: skip

    def _count_from_zero(self) -> None:
        """Prepare to count arrivals, where they are counted."""


class DeviceKept(DeviceTable):
    """All positions, and how many moves arrive at each."""

    stage, kernel = ARRIVING, "expand_kept"

    def __init__(self, kernels: Any, device: Device, words: int) -> None:
        super().__init__(kernels, device, words)
        self._count_from_zero()

    def _count_from_zero(self) -> None:
        self.arrivals = self._device.empty(self._size, np.int32)
        self._device.fill(self._kernels, self.arrivals, 0)

    def begin(self, expected: int) -> None:
        """Keep everything."""

    def add(self, columns: Sequence[Column]) -> None:
        """Add positions."""
        while self.room <= len(columns[0]):
            self.grow()
        self.held += self._find(columns)[0]

    def _find(self, columns: Sequence[Column]) -> tuple[int, Column]:
        """Return how many positions were not there, and the place of each."""
        state, slots = self._device.state(), self._device.empty(len(columns[0]))
        given = [self._device.array(column) for column in columns]
        place_all = self._kernels.place_all
        self._device.launch(place_all, len(slots), *given, *self.table, self.mask, slots, state)
        return int(state[NEW]), slots.copy_to_host()

    def arrived(self, columns: Sequence[Column]) -> Column:
        """Return how many moves arrive at each of some positions."""
        arrivals: Column = self.arrivals.copy_to_host()
        return arrivals[self._find(columns)[1]]

    def departures(self) -> DeviceDepartures:
        """Return the same table, for arrivals to be taken back."""
        return DeviceDepartures(self)


class DeviceDepartures:
    """All positions once they are known, while arrivals are taken back."""

    stage, kernel = LEAVING, "expand_kept"

    def __init__(self, whole: DeviceKept) -> None:
        self.columns, self.room = whole.columns, whole.held
        self.each_part = whole.each_part

    def begin(self, expected: int) -> None:
        """Keep everything."""

    def took(self, count: int) -> None:
        """Leave fewer that may leave."""
        self.room -= count

    def grow(self) -> None:
        """Never need to."""


class DeviceCodes(LayerCodes):
    """A hash table of one layer, with the codes of its positions, in the GPU's memory."""

    _layers: DeviceLayers

    def __init__(self, layers: DeviceLayers, kind: Any, games: int, packed: bool) -> None:
        self._layers, self._games, self.packed = layers, 0 if packed else games, packed
        self._device: Device = layers.device
        words, most = layers.engine.layout.words, table_size(max(layers.sizes))
        self._memory = [self._device.empty(most) for _ in range(words)]
        self._values: DeviceArray = self._device.empty(max(1, most * self._games), kind)
        self.spare = layers.engine.layout.bits
        self.clear(0)

    def clear(self, expected: int) -> None:
        """Clear the table, with room for a number of positions."""
        self.size = table_size(expected)
        self.table = [column[: self.size] for column in self._memory]
        wide = (self.size, self._games) if self._games else (1, 1)
        self.values = self._values[: wide[0] * wide[1]].reshape(*wide)
        self.mask = np.uint64(self.size - 1)
        self._device.fill(self._layers.grid, self.table[0], EMPTY)

    def fill(self, layer: int, codes: DeviceArray) -> None:
        """Hold a layer with its codes."""
        self.clear(len(codes))
        words, grid = self._layers.on_device(layer), self._layers.grid
        kernel = grid.shelve_packed if self.packed else grid.shelve
        beside = self.spare if self.packed else self.values
        self._device.launch(kernel, len(codes), *words, codes, *self.table, self.mask, beside)

    def number(self) -> None:
        """Hold the only layer, with the numbers of its rows."""
        words, size = self._layers.on_device(0), self._layers.sizes[0]
        self.clear(size)
        number_rows = self._layers.grid.number_rows
        self._device.launch(number_rows, size, *words, *self.table, self.mask, self.values, size)
