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
    numbers = np.ascontiguousarray(rows, np.dtype("<u8"))
    planes = numbers.view(np.uint8).reshape(*numbers.shape, 8)[..., :width]
    return planes.transpose(0, 2, 1).tobytes()


def read_planes(data: Any, rows: int, width: int, count: int, at: int) -> Array:
    """Return the rows that `write_planes` wrote, from an offset on."""
    planes = np.frombuffer(data, np.uint8, rows * width * count, at).reshape(rows, width, count)
    numbers = np.zeros((rows, count, 8), np.uint8)
    numbers[..., :width] = planes.transpose(0, 2, 1)
    return numbers.view(np.dtype("<u8"))[..., 0]


def block_check(data: Any) -> int:
    """Return the checksum of a compressed block."""
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
