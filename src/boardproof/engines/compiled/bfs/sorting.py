"""Positions in order, by all threads: each sorts a run, and then what lies in one range."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np

from ....limits import Limits
from .blocks import Block
from .team import ThreadTeam
from .visited import Column

#: Fewer positions are not worth more than one thread.
FEW = 1 << 19
#: The most blocks of a run: more would not stay near the processor.
RUN = 4
#: So many positions of each range tell where to cut.
SAMPLES = 256


def joined(blocks: Sequence[Block], limits: Limits) -> list[Column]:
    """Return the positions of some blocks one after another: an array for each word."""
    words = range(len(blocks[0].columns))
    limits.require_memory(8 * len(words) * sum(block.count for block in blocks))
    return [np.concatenate([b.columns[word][: b.count] for b in blocks]) for word in words]


def in_order(columns: Sequence[Column]) -> list[Column]:
    """Return positions sorted, by their last words first; their arrays may be lost."""
    if len(columns) == 1:
        columns[0].sort()
        return [columns[0]]
    order = np.lexsort(columns)
    return [column[order] for column in columns]


def sorted_blocks(blocks: Sequence[Block], limits: Limits, team: ThreadTeam) -> list[Column]:
    """Return the positions of some blocks in order: an array for each word.

    Some blocks make a run, which is sorted and cut; then the cuts that lie in one range are sorted.
    """
    size = sum(block.count for block in blocks)
    if team.threads == 1 or size < FEW:
        return in_order(joined(blocks, limits))
    pivots, runs = _pivots(blocks, size, 2 * team.threads), dict[int, list[list[Column]]]()
    columns = [np.empty(size, np.uint64) for _ in blocks[0].columns]

    def sort_run(some: slice) -> None:
        run = in_order(joined(blocks[some], limits))
        cuts = run[-1].searchsorted(pivots)
        runs[some.start] = [np.split(column, cuts) for column in run]

    def sort_range(given: tuple[int, slice]) -> None:
        number, place = given
        for word, column in enumerate(columns):
            np.concatenate([run[word][number] for run in runs.values()], out=column[place])
        within = [column[place] for column in columns]
        for column, ordered in zip(within, in_order(within), strict=True):
            if ordered is not column:
                column[:] = ordered

    step = min(RUN, -(-len(blocks) // team.threads))
    team.all(sort_run, [slice(at, at + step) for at in range(0, len(blocks), step)])
    sizes = [sum(map(len, cuts)) for cuts in zip(*(run[0] for run in runs.values()), strict=True)]
    places = [slice(*ends) for ends in pairwise(accumulate(sizes, initial=0))]
    team.all(sort_range, list(enumerate(places)))
    return columns


def _pivots(blocks: Sequence[Block], size: int, ranges: int) -> Column:
    """Return last words between which about as many positions lie."""
    step = max(1, size // (ranges * SAMPLES))
    samples = np.sort(np.concatenate([block.columns[-1][: block.count : step] for block in blocks]))
    pivots: Column = samples[np.arange(1, ranges) * len(samples) // ranges]
    return pivots
