"""Positions in order, by all threads: blocks are sorted, and then what lies in one range."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ....limits import Limits
from .blocks import Block
from .team import ThreadTeam
from .visited import Column

#: Fewer positions are not worth more than one thread.
FEW = 1 << 19
#: So many positions of each range tell where to cut.
SAMPLES = 256


def joined(blocks: Sequence[Block], limits: Limits) -> list[Column]:
    """Return the positions of some blocks one after another: an array for each word."""
    words = range(len(blocks[0].columns))
    limits.require_memory(8 * len(words) * sum(block.count for block in blocks))
    return [np.concatenate([b.columns[word][: b.count] for b in blocks]) for word in words]


def _sorted(columns: Sequence[Column]) -> list[Column]:
    """Return positions sorted, by their last words first; their arrays may be lost."""
    if len(columns) == 1:
        columns[0].sort()
        return [columns[0]]
    order = np.lexsort(columns)
    return [column[order] for column in columns]


def sorted_blocks(blocks: Sequence[Block], limits: Limits, team: ThreadTeam) -> list[Column]:
    """Return the positions of some blocks in order: an array for each word.

    Each block is sorted, and loses its own order; then what lies in one range of each is sorted.
    """
    size, words = sum(block.count for block in blocks), len(blocks[0].columns)
    if team.threads == 1 or size < FEW:
        return _sorted(joined(blocks, limits))
    # One word is sorted where it lies, two are copied.
    limits.require_memory((1 if words == 1 else 2) * 8 * words * size)
    pivots, runs = _pivots(blocks, size, 2 * team.threads), dict[int, tuple[list[Column], Any]]()
    columns = [np.empty(size, np.uint64) for _ in range(words)]

    def sort_block(number: int) -> None:
        block = blocks[number]
        run = _sorted([column[: block.count] for column in block.columns])
        runs[number] = run, [0, *run[-1].searchsorted(pivots).tolist(), block.count]

    def sort_range(given: tuple[int, slice]) -> None:
        number, place = given
        for word, column in enumerate(columns):
            cuts = [run[word][ends[number] : ends[number + 1]] for run, ends in runs.values()]
            np.concatenate(cuts, out=column[place])
        within = [column[place] for column in columns]
        for column, ordered in zip(within, _sorted(within), strict=True):
            if ordered is not column:
                column[:] = ordered

    team.all(sort_block, range(len(blocks)))
    ends = np.sum([ends for _, ends in runs.values()], axis=0).tolist()
    team.all(sort_range, list(enumerate(slice(*pair) for pair in pairwise(ends))))
    return columns


def _pivots(blocks: Sequence[Block], size: int, ranges: int) -> Column:
    """Return last words between which about as many positions lie."""
    step = max(1, size // (ranges * SAMPLES))
    samples = np.sort(np.concatenate([block.columns[-1][: block.count : step] for block in blocks]))
    pivots: Column = samples[np.arange(1, ranges) * len(samples) // ranges]
    return pivots
