"""Layers as bytes: positions and their codes in blocks that are compressed one by one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import zstandard

from ..packing.columns import Array
from ..packing.rank import Ranking
from .format import BLOCK, ENTRIES

#: The maximal number of places per position of an array by rank.
SPARSE = 8
LEVEL = 6


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


def pack_layer(columns: Sequence[Array], codes: Array, ranking: Ranking | None) -> PackedLayer:
    """Pack a layer as sorted keys or as an array by rank, whichever takes fewer bytes."""
    palette, places = np.unique(codes.astype(np.int64), return_inverse=True)
    places = places.reshape(codes.shape)
    packed = _pack_sorted(columns, places, palette)
    if ranking is not None and len(columns) == 1 and ranking.size <= SPARSE * len(codes):
        dense = _pack_dense(columns[0], places, palette, ranking)
        if dense is not None and len(dense.data) < len(packed.data):
            return dense
    return packed


def place_width(palette: int) -> int:
    """Return how many bytes an index into the palette takes, with one more index for none.

    >>> [place_width(size) for size in (1, 255, 256, 70_000)]
    [1, 1, 2, 4]
    """
    return 1 if palette < 1 << 8 else 2 if palette < 1 << 16 else 4


def _pack_sorted(columns: Sequence[Array], places: Array, palette: Array) -> PackedLayer:
    entries = max(1, ENTRIES // (len(columns) * places.shape[1]))
    width = place_width(len(palette))
    parts, firsts = [], []
    for start in range(0, len(places), entries):
        block = [column[start : start + entries] for column in columns]
        keys = b"".join(_differences(column) for column in block)
        parts.append(keys + _write_planes(places[start : start + entries].T, width))
        firsts.append([column[0] for column in block])
    return _compress("sorted", entries, parts, firsts, palette)


def _pack_dense(
    column: Array, places: Array, palette: Array, ranking: Ranking
) -> PackedLayer | None:
    """Pack an array by rank; return None where some positions have no rank."""
    if bool(np.any(ranking.overlaps(column))):
        return None
    width, games = place_width(len(palette)), places.shape[1]
    entries = BLOCK // (width * games)
    whole = np.zeros((-(-ranking.size // entries) * entries, games), np.int64)
    whole[ranking.rank(column).astype(np.int64)] = places + 1
    parts = [
        _write_planes(whole[start : start + entries].T, width)
        for start in range(0, len(whole), entries)
    ]
    return _compress("dense", entries, parts, [[] for _ in parts], palette)


def _differences(column: Array) -> bytes:
    """Write the differences of sorted keys, after the number of bytes that one takes."""
    steps = np.zeros(len(column), np.uint64)
    np.subtract(column[1:], column[:-1], out=steps[1:])
    width = max(1, (int(steps.max()).bit_length() + 7) // 8)
    return bytes([width]) + _write_planes(steps[None], width)


def _write_planes(rows: Array, width: int) -> bytes:
    """Write rows of numbers, bytes of the same weight together: so they compress far better."""
    numbers = np.ascontiguousarray(rows, np.dtype("<u8"))
    planes = numbers.view(np.uint8).reshape(*numbers.shape, 8)[..., :width]
    return planes.transpose(0, 2, 1).tobytes()


def read_planes(data: Any, rows: int, width: int, count: int, at: int) -> Array:
    """Read the rows that `_write_planes` wrote, from an offset."""
    planes = np.frombuffer(data, np.uint8, rows * width * count, at).reshape(rows, width, count)
    numbers = np.zeros((rows, count, 8), np.uint8)
    numbers[..., :width] = planes.transpose(0, 2, 1)
    return numbers.view(np.dtype("<u8"))[..., 0]


def block_check(data: Any) -> int:
    """Return the checksum of a compressed block."""
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def _compress(
    kind: str, entries: int, parts: list[bytes], firsts: list[Any], palette: Array
) -> PackedLayer:
    compressor = zstandard.ZstdCompressor(level=LEVEL)
    blocks = [compressor.compress(part) for part in parts]
    ends = np.cumsum([len(block) for block in blocks], dtype=np.uint64)
    index = [
        [int(end), block_check(block), *map(int, first)]
        for end, block, first in zip(ends, blocks, firsts, strict=True)
    ]
    tail = palette.astype("<i8").tobytes() + np.array(index, np.dtype("<u8")).tobytes()
    return PackedLayer(kind, entries, b"".join(blocks), tail, len(palette), len(blocks))
