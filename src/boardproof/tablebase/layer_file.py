"""A layer's file: positions and their codes in blocks that are compressed one by one.

A layer is packed some positions at a time, and read block by block from a file that is mapped into
memory.
"""

from __future__ import annotations

import mmap
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import zstandard

from ..errors import BadTablebase
from ..packing.codec import (
    block_check,
    read_differences,
    read_planes,
    write_differences,
    write_planes,
)
from ..packing.columns import Array, find_row
from ..packing.rank import Ranking
from .format import BLOCK, ENTRIES, LayerEntry, checksum

#: The maximal number of places per position of an array by rank.
SPARSE = 8
LEVEL = 6
#: The number of unpacked blocks in the cache: the next look-up is often near.
CACHED_BLOCKS = 64


@dataclass(frozen=True)
class PackedLayer:
    """A layer as bytes: the blocks, and behind them the palette and the index."""

    kind: str
    entries: int
    blocks: bytes
    tail: bytes
    palette: int
    count: int

    @property
    def data(self) -> bytes:
        """All bytes of the file."""
        return self.blocks + self.tail


#: A layer's positions and their codes in order, some at a time; it is gone over more than once.
LayerParts = Callable[[], Iterator[tuple[Sequence[Array], Array]]]
#: Blocks before they are compressed, each with its first key.
RawBlocks = Iterator[tuple[bytes, Sequence[Any]]]


def pack_layer(parts: LayerParts, ranking: Ranking | None) -> PackedLayer:
    """Pack a layer as sorted keys, or as an array by rank where that takes fewer bytes."""
    palette = np.unique(np.concatenate([np.unique(codes.astype(np.int64)) for _, codes in parts()]))
    packed = _pack_sorted(parts, palette)
    dense = None if ranking is None else _pack_dense(parts, palette, ranking)
    return dense if dense is not None and len(dense.data) < len(packed.data) else packed


def _place_width(palette: int) -> int:
    """Return how many bytes an index into the palette takes, with one more index for none.

    >>> [_place_width(size) for size in (1, 255, 256, 70_000)]
    [1, 1, 2, 4]
    """
    return 1 if palette < 1 << 8 else 2 if palette < 1 << 16 else 4


def _pack_sorted(parts: LayerParts, palette: Array) -> PackedLayer:
    columns, codes = next(parts())
    entries = max(1, ENTRIES // (len(columns) * codes.shape[1]))
    width = _place_width(len(palette))

    def blocks() -> RawBlocks:
        for *keys, codes in _cut(parts(), entries):
            places = np.searchsorted(palette, codes)
            raw = b"".join(write_differences(key) for key in keys)
            yield raw + write_planes(places.T, width), [key[0] for key in keys]

    return _compress("sorted", entries, blocks(), palette)


def _cut(parts: Iterable[tuple[Sequence[Array], Array]], entries: int) -> Iterator[list[Array]]:
    """Cut a layer into blocks of so many positions: the words of their keys, and their codes."""
    rest: list[Array] = []
    for columns, codes in parts:
        arrays = [*columns, codes]
        if rest:
            arrays = [np.concatenate(pair) for pair in zip(rest, arrays, strict=True)]
        whole = len(arrays[0]) // entries * entries
        for start in range(0, whole, entries):
            yield [array[start : start + entries] for array in arrays]
        rest = [array[whole:] for array in arrays]
    if rest and len(rest[0]):
        yield rest


def _pack_dense(parts: LayerParts, palette: Array, ranking: Ranking) -> PackedLayer | None:
    """Pack an array by rank; return None where some positions have no rank."""
    (column, *others), codes = next(parts())
    width, games = _place_width(len(palette)), codes.shape[1]
    entries = BLOCK // (width * games)
    whole = np.zeros((-(-ranking.size // entries) * entries, games), f"u{width}")
    for (column, *_), codes in parts():
        if others or bool(np.any(ranking.overlaps(column))):
            return None
        whole[ranking.rank(column).astype(np.int64)] = np.searchsorted(palette, codes) + 1
    starts = range(0, len(whole), entries)
    blocks: RawBlocks = ((write_planes(whole[at : at + entries].T, width), []) for at in starts)
    return _compress("dense", entries, blocks, palette)


def _compress(kind: str, entries: int, raw: RawBlocks, palette: Array) -> PackedLayer:
    compressor = zstandard.ZstdCompressor(level=LEVEL)
    blocks, index, end = [], [], 0
    for part, first in raw:
        block = compressor.compress(part)
        end += len(block)
        blocks.append(block)
        index.append([end, block_check(block), *map(int, first)])
    tail = palette.astype("<i8").tobytes() + np.array(index, np.dtype("<u8")).tobytes()
    return PackedLayer(kind, entries, b"".join(blocks), tail, len(palette), len(blocks))


class LayerFile:
    """The positions of one layer with their codes."""

    def __init__(
        self, folder: Path, layer: LayerEntry, words: int, games: int, ranking: Ranking | None
    ) -> None:
        self.path, self.layer = folder / layer.file, layer
        self.words, self.games, self._ranking = words, games, ranking
        self._width = _place_width(layer.palette)
        self._dense_block = lru_cache(CACHED_BLOCKS)(self._read_dense)
        self._sorted_block = lru_cache(CACHED_BLOCKS)(self._read_sorted)
        self._unpack = zstandard.ZstdDecompressor()
        self.data = self._map_file()
        self._read_tail()

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

    def _read_tail(self) -> None:
        """Read the palette and the index."""
        row = 2 + (self.words if self.layer.kind == "sorted" else 0)
        size = 8 * self.layer.palette + 8 * row * self.layer.blocks
        tail = self.data[self.layer.size - size :]
        if checksum(tail) != self.layer.index:
            raise self.damaged("is damaged")
        self._palette = np.frombuffer(tail, np.dtype("<i8"), self.layer.palette)
        index = np.frombuffer(tail, np.dtype("<u8"), offset=8 * self.layer.palette)
        self._index = index.reshape(self.layer.blocks, row)

    @cached_property
    def _firsts(self) -> list[int]:
        """The first position of each block, all words as one number."""
        return [_key(row[2:]) for row in self._index.tolist()]

    def check(self) -> None:
        """Compare the whole file with its checksum."""
        if checksum(self.data) != self.layer.checksum:
            raise self.damaged("is damaged")

    def find(self, words: Sequence[int]) -> list[int] | None:
        """Return the codes of a position, None where it is not in the layer."""
        return self._find_by_rank(words) if self.layer.kind == "dense" else self._find_by_key(words)

    def _find_by_rank(self, words: Sequence[int]) -> list[int] | None:
        assert self._ranking is not None
        if self._ranking.overlaps(words[0]):
            return None
        block, row = divmod(self._ranking.rank(words[0]), self.layer.entries)
        places = [int(place) for place in self._dense_block(block)[:, row]]
        return None if places[0] == 0 else [int(self._palette[place - 1]) for place in places]

    def _find_by_key(self, words: Sequence[int]) -> list[int] | None:
        block = bisect_right(self._firsts, _key(words)) - 1
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

    def read_all(self) -> tuple[list[Array], Array]:
        """Return all positions of a layer of sorted keys, and their codes."""
        blocks = [self._read_sorted(block) for block in range(self.layer.blocks)]
        columns = [np.concatenate(parts) for parts in zip(*(c for c, _ in blocks), strict=True)]
        places = np.concatenate([places for _, places in blocks], axis=1)
        return columns, self._palette[places.astype(np.int64)].T

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
        assert self._ranking is not None
        blocks = [self._read_dense(block) for block in range(self.layer.blocks)]
        whole = np.concatenate(blocks, axis=1).astype(np.int64)
        places = whole[:, self._ranking.rank(column).astype(np.int64)]
        if int((whole[0] > 0).sum()) != len(column) or not places.all():
            return None
        codes: Array = self._palette[places - 1].T
        return codes


def _key(words: Sequence[int]) -> int:
    """Return all words as one number, the last word highest."""
    key = 0
    for word in reversed(words):
        key = key << 64 | word
    return key
