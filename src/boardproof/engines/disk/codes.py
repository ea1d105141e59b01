"""Codes on disk, and the shelf that holds as many of them in memory as it may."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiled.bfs.memory import zeros
from ..compiled.bfs.shelf import LayerCodes
from ..compiled.bfs.visited import LOAD, Column, table_size
from .hash_tables import places_for
from .sorted_file import SortedFile

if TYPE_CHECKING:
    from .layers import DiskLayers

#: A layer is shelved by ranges of its blocks.
Part = range


class StoredCodes:
    """What the positions of a layer were settled to: a row for each, in a file."""

    def __init__(self, path: Path, kind: Any) -> None:
        self.file, self.kind = SortedFile(path), np.dtype(kind)

    def __len__(self) -> int:
        return self.file.rows

    @property
    def dtype(self) -> Any:
        """The kind of number that codes are."""
        return self.kind

    def block(self, block: int) -> Column:
        """Return the codes of a block."""
        return self._as_codes(self.file.read(block))

    def __getitem__(self, which: Any) -> Column:
        """Return the codes of a row, or of some."""
        if isinstance(which, int | np.integer):
            row: Column = self._as_codes([np.array([at]) for at in self.file.row(int(which))])[0]
            return row
        whole = np.concatenate([self.block(block) for block in range(self.file.blocks)])
        rows: Column = whole[which]
        return rows

    def _as_codes(self, columns: Sequence[Column]) -> Column:
        unsigned = np.dtype(f"u{self.kind.itemsize}")
        codes = np.stack([column.astype(unsigned) for column in columns], axis=1)
        return np.ascontiguousarray(codes).view(self.kind)


class BoundedShelf(LayerCodes):
    """A hash table of a layer, or of a part of it, with the codes of its positions."""

    def __init__(self, layers: DiskLayers, kind: Any, games: int, packs: bool) -> None:
        self._layers, self._all_games, self._packs = layers, games, packs
        words = layers.engine.layout.words
        each = 8 * words + games * np.dtype(kind).itemsize
        places = min(table_size(max(layers.sizes)), places_for(layers.limits, each))
        self._memory = [zeros(places) for _ in range(words)]
        self._values = zeros(places * games, kind)
        self.spare = layers.engine.layout.bits
        self._room = int(places * LOAD) - 1

    def parts(self, file: SortedFile) -> list[Part]:
        """Cut a layer into parts that fit."""
        parts, begin = [], 0
        while begin < file.blocks:
            most = int(file.starts[begin]) + self._room
            end = max(begin + 1, int(np.searchsorted(file.starts, most, "right")) - 1)
            parts.append(range(begin, end))
            begin = end
        return parts

    def hold(self, file: SortedFile, codes: StoredCodes, part: Part, whole: bool) -> None:
        """Hold a part of a layer, or the whole, with its codes."""
        self.packed = whole and self._packs
        self._games = 0 if self.packed else self._all_games
        self.clear(int(file.starts[part.stop] - file.starts[part.start]))
        for block in part:
            self.shelve(file.read(block), codes.block(block))

    def hold_nothing(self) -> None:
        """Hold no position: after the last layer there is none."""
        self.packed, self._games = False, self._all_games
        self.clear(0)
