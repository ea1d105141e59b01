"""Positions of one word or several: what kernels do with all words of a position at once.

A kernel names the words of a position together, `w`, and the arrays that hold those of many
positions, `frontier`. Made for a game, it has a name for each: `w0, w1`, `frontier0, frontier1`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np

from .constants import ADDRESS
from .intrinsics import column_at, i64, u

F = TypeVar("F", bound=Callable[..., Any])

#: Machine numbers mix as they do in machine code: those with and without a sign, ours and NumPy's.
Int: TypeAlias = Any
Array: TypeAlias = Any
#: The words of one position.
Words: TypeAlias = list[Int]
#: For each word an array with those of many positions.
Columns: TypeAlias = Sequence[Array]

#: A range over something that is written out for each of its numbers.
each = range


def inline(function: F) -> F:
    """Mark a function that is written out where it is called."""
    return function


@inline
def load(columns: Columns, at: Int) -> Words:
    """Return the position in a row."""
    return [column[at] for column in columns]


@inline
def store(columns: Columns, at: Int, words: Words) -> None:
    """Write a position into a row."""
    for column, word in zip(columns, words, strict=True):
        column[at] = word


@inline
def same(words: Words, others: Words) -> bool:
    """Whether two positions are the same."""
    return all(word == other for word, other in zip(words, others, strict=True))


@inline
def buffers(words: int, size: int) -> Columns:
    """Return arrays for a number of positions."""
    return [np.empty(size, np.uint64) for _ in each(words)]


@inline
def columns_of(words: int, parts: Array, part: Int) -> Columns:
    """Return the columns that a part of some positions is in."""
    return [column_at(parts[part, ADDRESS + k]) for k in each(words)]


@inline
def field(words: Words, cell: tuple[int, int, int]) -> Int:
    """Return the number in some bits of a position: of which word, from which bit on, what mask."""
    return i64((words[cell[0]] >> u(cell[1])) & u(cell[2]))
