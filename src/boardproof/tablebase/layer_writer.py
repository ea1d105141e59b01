"""Writing a layer's file: a stream of positions with their codes, in blocks compressed one by one.

No more than some blocks of a layer is ever in memory: what is packed goes to the file.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import zstandard

from ..files import opened_atomically
from ..packing.codec import block_check, differences_of_blocks, planes_of_blocks
from ..packing.columns import Array
from ..packing.rank import Ranking
from .format import BLOCK, ENTRIES, checksum, place_width
from .in_order import in_order

LEVEL = 6
#: How many blocks a thread makes and compresses at a time.
TOGETHER = 16
#: How many positions a thread looks at at a time.
PIECE = 1 << 17
#: The least room for a stretch of an array by rank.
LEAST_ROOM = 1 << 24

#: Some positions of a layer and their codes.
Part = tuple[Sequence[Array], Array]
#: A layer's positions and their codes in order, some at a time; it is gone over more than once.
LayerParts = Callable[[], Iterator[Part]]
#: What makes some blocks before they are compressed, and the first key of each.
Run = tuple[Callable[[], list[bytes]], Sequence[Sequence[Any]]]


class NoRank(Exception):
    """Some positions have no rank."""


@dataclass(frozen=True)
class PackedLayer:
    """A layer that is written: how, how much of it, and how it can be checked."""

    kind: str
    entries: int
    palette: int
    blocks: int
    size: int
    index: str
    checksum: str


def write_layer(
    path: Path,
    parts: LayerParts,
    palette: Array,
    ranking: Ranking | None,
    room: int,
    threads: int = 1,
) -> PackedLayer:
    """Write a layer as sorted keys, or as an array by rank where that takes fewer bytes.

    The palette has all codes in order. `room` bounds the bytes that a stretch of an array takes,
    and not what is written. Its bytes are the same, however many threads there are.
    """
    with opened_atomically(path) as file:
        packed = _write_sorted(file, parts, palette, threads)
    if ranking is None:
        return packed
    other, room = path.with_suffix(".dense.tmp"), max(room, LEAST_ROOM)
    try:
        with opened_atomically(other) as file:
            dense = _write_dense(file, parts, palette, ranking, room, threads)
    except NoRank:
        return packed
    if dense.size >= packed.size:
        other.unlink()
        return packed
    os.replace(other, path)
    return dense


def _write_sorted(file: BinaryIO, parts: LayerParts, palette: Array, threads: int) -> PackedLayer:
    columns, codes = next(parts())
    entries = max(1, ENTRIES // (len(columns) * codes.shape[1]))
    width = place_width(len(palette))

    def raw(keys: Sequence[Array], codes: Array) -> list[bytes]:
        places = np.searchsorted(palette, codes)
        written = [differences_of_blocks(key, entries) for key in keys]
        written.append(planes_of_blocks(places.T, width, entries))
        return list(map(b"".join, zip(*written, strict=True)))

    def runs() -> Iterator[Run]:
        for *keys, codes in in_blocks(parts(), TOGETHER * entries):
            first = [[key[at] for key in keys] for at in range(0, len(codes), entries)]
            yield partial(raw, keys, codes), first

    return _compress(file, "sorted", entries, runs(), palette, threads)


def in_blocks(parts: Iterable[Part], entries: int) -> Iterator[list[Array]]:
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


def _write_dense(
    file: BinaryIO, parts: LayerParts, palette: Array, ranking: Ranking, room: int, threads: int
) -> PackedLayer:
    """Write an array by rank, stretch by stretch; raise `NoRank` where some positions have none."""
    games, width = next(parts())[1].shape[1], place_width(len(palette))
    entries = BLOCK // (width * games)
    blocks = -(-ranking.size // entries)
    together = max(1, room // BLOCK)

    def stretch(begin: int) -> Array:
        count = min(together, blocks - begin) * entries
        places = np.zeros((count, games), f"u{width}")

        def fill(part: Part) -> None:
            rows, inside = ranks_between(ranking, part[0], begin * entries, count)
            places[rows] = np.searchsorted(palette, part[1][inside]) + 1

        for _ in in_order(fill, in_pieces(parts()), threads):
            pass
        return places

    def runs() -> Iterator[Run]:
        for begin in range(0, blocks, together):
            places = stretch(begin)
            for at in range(0, len(places), TOGETHER * entries):
                some = places[at : at + TOGETHER * entries]
                yield (
                    partial(planes_of_blocks, some.T, width, entries),
                    [[]] * (len(some) // entries),
                )

    return _compress(file, "dense", entries, runs(), palette, threads)


def in_pieces(parts: Iterable[Part]) -> Iterator[Part]:
    """Cut parts of a layer into pieces that are worth a thread each."""
    for columns, codes in parts:
        for start in range(0, len(codes), PIECE):
            piece = slice(start, start + PIECE)
            yield [column[piece] for column in columns], codes[piece]


def ranks_between(
    ranking: Ranking, columns: Sequence[Array], begin: int, count: int
) -> tuple[Array, Array]:
    """Return the ranks of those positions that lie in a stretch, counted from there, and which.

    Raise `NoRank` where some positions have none.
    """
    column, *others = columns
    if others or bool(np.any(ranking.overlaps(column))):
        raise NoRank
    ranks = ranking.rank(column).astype(np.int64) - begin
    inside = (ranks >= 0) & (ranks < count)
    return ranks[inside], inside


def _compress(
    file: BinaryIO, kind: str, entries: int, runs: Iterator[Run], palette: Array, threads: int
) -> PackedLayer:
    whole = hashlib.blake2b(digest_size=16)
    index, blocks, end = array("Q"), 0, 0
    for run in in_order(_compressed, runs, threads):
        for block, check, first in run:
            file.write(block)
            whole.update(block)
            blocks, end = blocks + 1, end + len(block)
            index.extend([end, check, *map(int, first)])
    tail = palette.astype("<i8").tobytes() + np.array(index, np.dtype("<u8")).tobytes()
    file.write(tail)
    whole.update(tail)
    size = end + len(tail)
    return PackedLayer(kind, entries, len(palette), blocks, size, checksum(tail), whole.hexdigest())


def _compressed(run: Run) -> list[tuple[bytes, int, Sequence[Any]]]:
    """Make and compress some blocks; return each with its checksum and its first key."""
    make, firsts = run
    raw: list[Any] = make()
    packed = zstandard.ZstdCompressor(level=LEVEL).multi_compress_to_buffer(raw)
    blocks = [packed[at].tobytes() for at in range(len(firsts))]
    return [(one, block_check(one), first) for one, first in zip(blocks, firsts, strict=True)]
