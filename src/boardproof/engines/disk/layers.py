"""All reachable positions on disk: layer by layer where no position has two plies, else in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...limits import Limits
from ..compiled.bfs.layers import PositionLayers
from ..compiled.bfs.search import BreadthFirstSearch
from ..compiled.bfs.visited import Column
from ..folder import SearchFolder
from .codes import StoredCodes
from .pool import DiskPool, StoredLayer
from .search import DiskClosedSearch
from .sorted_file import SortedFile

if TYPE_CHECKING:
    from .engine import DiskEngine


class DiskLayers(PositionLayers):
    """The words of all positions, those of a layer sorted in a file.

    Where there is only one layer, it is read into memory if there is room for it: all its positions
    are gone over again and again.
    """

    engine: DiskEngine
    folder: SearchFolder
    #: Whether layers are settled on disk, and not in memory.
    stored: bool

    def __init__(self, engine: DiskEngine, limits: Limits, symmetry: bool = True) -> None:
        self.files: list[SortedFile] = []
        super().__init__(engine, limits, symmetry)

    def _keep(self, search: BreadthFirstSearch) -> None:
        self.graded, self.files = search.graded, []
        pool, layers = cast(DiskPool, search.pool), cast(Iterator[StoredLayer], search.layers())
        with pool:
            self.images, self._grade, self.alike = pool.images, pool.grade, pool.alike
            self.folder, plies = pool.folder, [layer.file for layer in layers]
            if isinstance(search, DiskClosedSearch):
                self._take_whole(search, plies)
            else:
                self.files, self.stored = plies, True
                self.words = [[] for _ in plies]
        order = np.lexsort(search.starts)
        self.starts = [column[order] for column in search.starts]
        self.positions = sum(search.by_ply)
        self.plies = len(search.by_ply)

    def _take_whole(self, search: DiskClosedSearch, plies: list[SortedFile]) -> None:
        """Take the only layer; remember in which order to settle it in memory, the last first."""
        whole = search.keys()
        self.stored = not self.limits.has_room(whole.rows * settling_bytes(whole.words))
        if self.stored:
            self.files, self.words = [whole], [[]]
            return
        rounds = [layer.file for layer in search.leaving()]
        layers = rounds if sum(layer.rows for layer in rounds) == whole.rows else plies
        self.words, self.waves = [_columns(whole)], [layer.rows for layer in layers]
        parts = [whole.rows_of(keys) for layer in layers for keys in layer]
        self.rows = np.concatenate(parts).astype(np.int32)

    def _sizes(self) -> list[int]:
        return [file.rows for file in self.files] if self.stored else super()._sizes()

    def columns(self, layer: int) -> Sequence[Column]:
        """Return the words of a layer's positions in memory."""
        if not self.stored:
            return self.words[layer]
        self.limits.require_memory(8 * self.files[layer].words * self.sizes[layer])
        return _columns(self.files[layer])

    def start_rows(self) -> Column:
        """Return the rows of the first layer that have the positions games start from."""
        return self.files[0].rows_of(self.starts) if self.stored else super().start_rows()

    def _row(self, layer: int, words: Sequence[int]) -> int | None:
        if not self.stored:
            return super()._row(layer, words)
        row = int(self.files[layer].rows_of([np.array([word], np.uint64) for word in words])[0])
        return None if row < 0 else row

    def read(self, array: Any, which: Any = slice(None)) -> Any:
        """Return codes, or a file of them where no rows are named."""
        if not isinstance(array, StoredCodes):
            return super().read(array, which)
        return array if isinstance(which, slice) else array[which]

    def weigh_layer(self, kernel: str, layer: int, codes: Any, size: int, *how: int) -> Column:
        """Tally the positions of a layer by what their codes say, those alike counted."""
        if not isinstance(codes, StoredCodes):
            return super().weigh_layer(kernel, layer, codes, size, *how)
        tally = np.zeros(size, np.int64)
        for block, words in enumerate(self.files[layer]):
            tally += self.weigh(kernel, words, codes.block(block), size, *how)
        return tally


def settling_bytes(words: int) -> int:
    """Return about how many bytes a position takes while a layer is settled in memory."""
    return 8 * words + 16 + 3 * (8 * words + 4)


def _columns(file: SortedFile) -> list[Column]:
    """Return all keys of a file."""
    columns = [np.empty(file.rows, np.uint64) for _ in range(file.words)]
    for block, words in enumerate(file):
        for column, word in zip(columns, words, strict=True):
            column[int(file.starts[block]) : int(file.starts[block + 1])] = word
    return columns
