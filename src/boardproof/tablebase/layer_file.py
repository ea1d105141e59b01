"""A layer's file, mapped into memory and read block by block: nothing is loaded beforehand."""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
import zstandard
from msgspec import UnsetType

from ..errors import BadTablebase
from ..packing.codec import block_check, read_differences, read_planes
from ..packing.columns import Array, count_through, find_row
from ..packing.rank import Ranking
from .format import LayerEntry, checksum, place_width
from .layer_writer import Part

#: The number of unpacked blocks in the cache: the next look-up is often near.
CACHED_BLOCKS = 64


class LayerFile:
    """The positions of one layer with their codes."""

    def __init__(
        self, folder: Path, layer: LayerEntry, words: int, games: int, ranking: Ranking | None
    ) -> None:
        self.path, self.layer = folder / layer.file, layer
        self.number, self.shard = _part_of(layer)
        self.words, self.games, self.ranking = words, games, ranking
        self._width = place_width(layer.palette)
        self._dense_block = lru_cache(CACHED_BLOCKS)(self._read_dense)
        self._sorted_block = lru_cache(CACHED_BLOCKS)(self._read_sorted)
        self._unpack = zstandard.ZstdDecompressor()
        self.data = self._map_file()

    def damaged(self, what: str) -> BadTablebase:
        """Return the error that says what is wrong with the file."""
        return BadTablebase(f"{self.path} {what}: build the tablebase again")

    def _map_file(self) -> memoryview:
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, 2)
                if size != self.layer.size:
                    raise self.damaged(f"has {size:,} bytes and should have {self.layer.size:,}")
                return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except OSError as failure:
            raise self.damaged(f"cannot be read ({failure.strerror})") from None

    @cached_property
    def _tail(self) -> tuple[Array, Array]:
        """The palette and the index, which are checked when a position is first looked for."""
        row = 2 + (self.words if self.layer.kind == "sorted" else 0)
        size = 8 * self.layer.palette + 8 * row * self.layer.blocks
        tail = self.data[self.layer.size - size :]
        if checksum(tail) != self.layer.index:
            raise self.damaged("is damaged")
        palette = np.frombuffer(tail, np.dtype("<i8"), self.layer.palette)
        index = np.frombuffer(tail, np.dtype("<u8"), offset=8 * self.layer.palette)
        return palette, index.reshape(self.layer.blocks, row)

    @property
    def _palette(self) -> Array:
        return self._tail[0]

    @property
    def _index(self) -> Array:
        return self._tail[1]

    @cached_property
    def _firsts(self) -> list[Array]:
        """The first position of each block: an array for each word."""
        return [self._index[:, 2 + word].copy() for word in range(self.words)]

    def check(self) -> None:
        """Compare the whole file with its checksum."""
        if checksum(self.data) != self.layer.checksum:
            raise self.damaged("is damaged")

    def find(self, words: Sequence[int]) -> list[int] | None:
        """Return the codes of a position, None where it is not in the layer."""
        return self._find_by_rank(words) if self.layer.kind == "dense" else self._find_by_key(words)

    def _find_by_rank(self, words: Sequence[int]) -> list[int] | None:
        assert self.ranking is not None
        if self.ranking.overlaps(words[0]):
            return None
        block, row = divmod(self.ranking.rank(words[0]), self.layer.entries)
        places = [int(place) for place in self._dense_block(block)[:, row]]
        return None if places[0] == 0 else [int(self._palette[place - 1]) for place in places]

    def _find_by_key(self, words: Sequence[int]) -> list[int] | None:
        wanted = [np.array([word], np.uint64) for word in words]
        block = int(count_through(self._firsts, wanted)[0]) - 1
        if block < 0:
            return None
        columns, places = self._sorted_block(block)
        row = find_row(columns, words)
        return None if row is None else [int(self._palette[place]) for place in places[:, row]]

    # -- blocks -----------------------------------------------------------------------------

    def _raw(self, block: int) -> bytes:
        """Unpack a block, unless it is damaged."""
        start = int(self._index[block - 1, 0]) if block else 0
        packed = self.data[start : int(self._index[block, 0])]
        if block_check(packed) != int(self._index[block, 1]):
            raise self.damaged("is damaged")
        return self._unpack.decompress(packed)

    def _read_dense(self, block: int) -> Array:
        return read_planes(self._raw(block), self.games, self._width, self.layer.entries, 0)

    def _read_sorted(self, block: int) -> tuple[list[Array], Array]:
        raw, at = self._raw(block), 0
        count = min(self.layer.entries, self.layer.positions - block * self.layer.entries)
        columns = []
        for first in self._index[block, 2:]:
            column, at = read_differences(raw, count, first, at)
            columns.append(column)
        return columns, read_planes(raw, self.games, self._width, count, at)

    # -- as a stream ------------------------------------------------------------------------

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self.layer.blocks

    def read(self, block: int) -> list[Array]:
        """Return the columns of a block of sorted keys: their words, and their codes."""
        columns, places = self._sorted_block(block)
        return [*columns, *self._palette[places.astype(np.int64)]]

    def last(self, block: int) -> list[int]:
        """Return the words of a block's last key."""
        return [int(column[-1]) for column in self._sorted_block(block)[0]]

    def parts(self) -> Iterator[Part]:
        """Yield the words of sorted positions and their codes, some at a time."""
        for block in range(self.layer.blocks):
            columns, places = self._read_sorted(block)
            yield columns, self._palette[places.astype(np.int64)].T

    def stretch(self, begin: int, count: int) -> tuple[Array, Array]:
        """Return some blocks of an array by rank: what is there, and the codes of what is."""
        blocks = [self._read_dense(block) for block in range(begin, begin + count)]
        places = np.concatenate(blocks, axis=1).astype(np.int64)
        return places[0] > 0, self._palette[places - 1].T

    def read_all(self) -> tuple[list[Array], Array]:
        """Return all positions of a layer of sorted keys, and their codes."""
        blocks = list(self.parts())
        columns = [np.concatenate(parts) for parts in zip(*(c for c, _ in blocks), strict=True)]
        return columns, np.concatenate([codes for _, codes in blocks])

    def codes_of(self, columns: Sequence[Array]) -> Array | None:
        """Return the codes of the positions with these words; None where the layer has others."""
        if len(columns[0]) != self.layer.positions:
            return None
        if self.layer.kind == "sorted":
            own, codes = self.read_all()
            same = all(np.array_equal(a, b) for a, b in zip(own, columns, strict=True))
            return codes if same else None
        return self._codes_by_rank(columns[0])

    def _codes_by_rank(self, column: Array) -> Array | None:
        assert self.ranking is not None
        there, codes = self.stretch(0, self.layer.blocks)
        ranks = self.ranking.rank(column).astype(np.int64)
        if int(there.sum()) != len(column) or not there[ranks].all():
            return None
        found: Array = codes[ranks]
        return found


def _part_of(layer: LayerEntry) -> tuple[int, int | None]:
    """Return the number of a layer and that of the shard, None where all positions are there."""
    return (0, None) if isinstance(layer.part, UnsetType) else layer.part
