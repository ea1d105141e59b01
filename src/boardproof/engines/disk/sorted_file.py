"""A file of positions in order, with numbers beside them: written as a stream, read by blocks.

    | block | block | … | index | tail |

A block is compressed by itself. It holds the keys of some positions as differences, and numbers
beside them. A file may have keys only, or numbers only: those lie in the rows of another file. The
index says for each block where it ends, what its checksum is, how many rows it has, and its first
and its last key. A file has its name only once it is whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import finalize

import numpy as np
import zstandard

from ...errors import BadInput
from ...packing.codec import (
    block_check,
    read_differences,
    read_numbers,
    write_differences,
    write_numbers,
)
from ...packing.columns import Array, count_through

#: The rows of a block.
ENTRIES = 1 << 16
#: Files are read about as often as they are written: little effort pays.
LEVEL = 1
#: What a file ends with: the number of blocks, that of columns, the index's checksum, the format.
TAIL = 4 * 8
FORMAT = int.from_bytes(b"bpsorted", "little")

Columns = Sequence[Array]
#: A row of the index, before the keys: where a block ends, its checksum, its rows.
END, CHECK, ROWS, KEYS = range(4)


class SortedWriter:
    """A file under way, under another name."""

    def __init__(self, path: Path, words: int) -> None:
        self._path, self._words = path, words
        self._beside = path.with_name(f"{path.name}.tmp")
        self._file = self._beside.open("wb")
        self._compressor = zstandard.ZstdCompressor(level=LEVEL)
        self._index: list[list[int]] = []
        self._rest: list[Array] = []
        self._end = 0

    def add(self, columns: Columns) -> None:
        """Write more rows: the keys' words, the last one weightiest, and numbers beside them."""
        if self._rest and len(self._rest[0]):
            pairs = zip(self._rest, columns, strict=True)
            columns = [np.concatenate(pair) for pair in pairs]
        whole = len(columns[0]) // ENTRIES * ENTRIES
        for start in range(0, whole, ENTRIES):
            self._write([column[start : start + ENTRIES] for column in columns])
        self._rest = [column[whole:].copy() for column in columns]

    def _write(self, columns: Columns) -> None:
        keys, numbers = columns[: self._words], columns[self._words :]
        parts = [write_differences(key) for key in keys]
        parts += [write_numbers(_unsigned(number)) for number in numbers]
        block = self._compressor.compress(b"".join(parts))
        self._file.write(block)
        self._end += len(block)
        ends = [int(key[at]) for at in (0, -1) for key in keys]
        self._index.append([self._end, block_check(block), len(columns[0]), *ends])

    def close(self) -> SortedFile:
        """Write what is left and the index; give the file its name."""
        if self._rest and len(self._rest[0]):
            self._write(self._rest)
        index = np.array(self._index, np.dtype("<u8")).reshape(-1, KEYS + 2 * self._words)
        data = index.tobytes()
        tail = np.array([*index.shape, block_check(data), FORMAT], np.dtype("<u8"))
        with self._file as file:
            file.write(data + tail.tobytes())
            file.flush()
            os.fsync(file.fileno())
        os.replace(self._beside, self._path)
        return SortedFile(self._path)

    def __enter__(self) -> SortedWriter:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._file.close()
        if kind is not None:
            self._beside.unlink(missing_ok=True)


def _unsigned(column: Array) -> Array:
    """Return numbers by their bits: what is below zero becomes large."""
    return column.view(f"u{column.itemsize}") if column.dtype.kind == "i" else column


class SortedFile:
    """A file that is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = os.open(path, os.O_RDONLY)
        except OSError as failure:
            raise self._damaged(f"cannot be read ({failure.strerror})") from None
        #: Let go of the file, which happens by itself when nobody looks into it any more.
        self.close = finalize(self, os.close, self._file)
        size = os.fstat(self._file).st_size
        rows, width, check, form = self._numbers(max(0, size - TAIL), min(size, TAIL), 4)
        begin = size - TAIL - 8 * rows * width
        if form != FORMAT or begin < 0:
            raise self._damaged("is damaged, or not a file of positions")
        data = os.pread(self._file, 8 * rows * width, begin)
        if block_check(data) != check:
            raise self._damaged("is damaged")
        self._index = np.frombuffer(data, np.dtype("<u8")).reshape(rows, width)
        self.words, self.bytes = (width - KEYS) // 2, size
        self.starts = np.concatenate([[0], np.cumsum(self._index[:, ROWS].astype(np.int64))])
        self.blocks, self.rows = rows, int(self.starts[-1])

    def _numbers(self, at: int, size: int, count: int) -> list[int]:
        data = os.pread(self._file, size, at)
        return [int(x) for x in np.frombuffer(data, "<u8")] if size == 8 * count else [0] * count

    def _damaged(self, what: str) -> BadInput:
        return BadInput(f"{self.path} {what}: remove the folder, and begin again")

    def read(self, block: int) -> list[Array]:
        """Return the columns of a block: the keys' words, and what is beside them."""
        row = [int(number) for number in self._index[block]]
        begin = int(self._index[block - 1, END]) if block else 0
        data = os.pread(self._file, row[END] - begin, begin)
        if block_check(data) != row[CHECK]:
            raise self._damaged("is damaged")
        raw = zstandard.ZstdDecompressor().decompress(data)
        at, columns = 0, []
        for word in range(self.words):
            column, at = read_differences(raw, row[ROWS], row[KEYS + word], at)
            columns.append(column)
        while at < len(raw):
            column, at = read_numbers(raw, row[ROWS], at)
            columns.append(column)
        return columns

    def __iter__(self) -> Iterator[list[Array]]:
        return (self.read(block) for block in range(self.blocks))

    @cached_property
    def _firsts(self) -> list[Array]:
        return [self._index[:, KEYS + word].copy() for word in range(self.words)]

    def last(self, block: int) -> list[int]:
        """Return the words of a block's last key."""
        return [int(word) for word in self._index[block, KEYS + self.words :]]

    def rows_of(self, wanted: Columns) -> Array:
        """Return the rows of sorted positions, -1 for those that are not in the file."""
        rows = np.full(len(wanted[0]), -1, np.int64)
        for block, which, at, _ in self.matches(wanted):
            rows[which] = self.starts[block] + at
        return rows

    def numbers_of(self, wanted: Columns) -> Array:
        """Return the numbers beside sorted positions, 0 for those that are not in the file."""
        numbers = np.zeros(len(wanted[0]), np.uint64)
        for _, which, at, columns in self.matches(wanted):
            numbers[which] = columns[self.words][at]
        return numbers

    def matches(self, wanted: Columns) -> Iterator[tuple[int, Array, Array, list[Array]]]:
        """Yield blocks, which of the wanted positions each has, in which rows, and its columns."""
        if not self.blocks:
            return
        blocks = count_through(self._firsts, wanted) - 1
        for block in np.unique(blocks[blocks >= 0]):
            begin, end = np.searchsorted(blocks, block), np.searchsorted(blocks, block, "right")
            part, here = self.read(int(block)), [column[begin:end] for column in wanted]
            at = count_through(part[: self.words], here) - 1
            same = at >= 0
            for column, key in zip(part, here, strict=False):
                same &= column[at] == key
            yield int(block), begin + np.flatnonzero(same), at[same], part

    def row(self, at: int) -> list[Any]:
        """Return what one row holds."""
        block = int(np.searchsorted(self.starts, at, "right")) - 1
        return [column[at - int(self.starts[block])] for column in self.read(block)]
