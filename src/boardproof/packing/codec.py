"""Numbers as bytes that compress well: sorted keys as differences, bytes of one weight together."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from .columns import Array


def write_differences(column: Array) -> bytes:
    """Return the differences of sorted keys, after the number of bytes that one takes.

    What is not sorted, as the lower of two words, is written too: differences wrap round.

    >>> write_differences(np.array([7, 8, 300], np.uint64)).hex(" ")
    '02 00 01 24 00 00 01'
    """
    steps = np.zeros(len(column), np.uint64)
    np.subtract(column[1:], column[:-1], out=steps[1:])
    return write_numbers(steps)


def read_differences(data: Any, count: int, first: Any, at: int) -> tuple[Array, int]:
    """Return the keys that were written as differences from an offset on, and where they end.

    >>> read_differences(bytes.fromhex("02 00 01 24 00 00 01"), 3, 7, 0)
    (array([  7,   8, 300], dtype=uint64), 7)
    """
    steps, at = read_numbers(data, count, at)
    steps[0] = first
    return np.cumsum(steps, dtype=np.uint64), at


def write_numbers(column: Array) -> bytes:
    """Return numbers, after the number of bytes that one takes."""
    width = max(1, (int(column.max()).bit_length() + 7) // 8)
    return bytes([width]) + write_planes(column[None], width)


def read_numbers(data: Any, count: int, at: int) -> tuple[Array, int]:
    """Return the numbers that were written from an offset on, and where they end."""
    width = data[at]
    return read_planes(data, 1, width, count, at + 1)[0], at + 1 + width * count


def write_planes(rows: Array, width: int) -> bytes:
    """Return rows of numbers, bytes of the same weight together: so they compress far better."""
    return _planes(rows)[:, :width].tobytes()


def _planes(rows: Array) -> Array:
    """Return the bytes of numbers, for each weight those of a row together."""
    numbers = np.ascontiguousarray(rows, np.dtype("<u8"))
    return np.ascontiguousarray(numbers.view(np.uint8).reshape(*rows.shape, 8).swapaxes(-1, -2))


def planes_of_blocks(rows: Array, width: int, size: int) -> list[bytes]:
    """Return for each block of so many numbers of each row what `write_planes` returns."""
    whole = len(rows[0]) // size * size
    blocks = rows[:, :whole].reshape(len(rows), -1, size).swapaxes(0, 1)
    written = [planes[:, :width].tobytes() for planes in _planes(blocks)]
    return [*written, *([write_planes(rows[:, whole:], width)] if whole < len(rows[0]) else [])]


def differences_of_blocks(column: Array, size: int) -> list[bytes]:
    """Return for each block of so many keys what `write_differences` returns.

    >>> keys = np.array([7, 8, 300, 301, 70_000], np.uint64)
    >>> differences_of_blocks(keys, 2) == [write_differences(keys[at : at + 2]) for at in (0, 2, 4)]
    True
    """
    whole = len(column) // size * size
    steps = np.zeros(whole, np.uint64)
    np.subtract(column[1:whole], column[: max(whole, 1) - 1], out=steps[1:])
    steps[::size] = 0
    blocks = steps.reshape(-1, size)
    widths = [max(1, (int(most).bit_length() + 7) // 8) for most in blocks.max(axis=1)]
    written = [
        bytes([width]) + planes[:width].tobytes()
        for width, planes in zip(widths, _planes(blocks), strict=True)
    ]
    return [*written, *([write_differences(column[whole:])] if whole < len(column) else [])]


def read_planes(data: Any, rows: int, width: int, count: int, at: int) -> Array:
    """Return the rows that `write_planes` wrote, from an offset on."""
    planes = np.frombuffer(data, np.uint8, rows * width * count, at).reshape(rows, width, count)
    numbers = np.zeros((rows, count, 8), np.uint8)
    numbers[..., :width] = planes.transpose(0, 2, 1)
    return numbers.view(np.dtype("<u8"))[..., 0]


def block_check(data: Any) -> int:
    """Return the checksum of a compressed block."""
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
