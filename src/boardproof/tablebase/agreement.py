"""Whether the files of a layer have what a solution says, compared as streams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

import numpy as np

from ..packing.merge import merged
from .format import BLOCK
from .layer_file import LayerFile
from .layer_writer import (
    LEAST_ROOM,
    LayerParts,
    NoRank,
    Part,
    in_blocks,
    ranks_between,
)

#: So many positions are compared at a time.
TOGETHER = 1 << 16


def agree(files: Sequence[LayerFile], parts: LayerParts, room: int) -> bool:
    """Whether the files of a layer have these positions with these codes, and no others."""
    if files[0].layer.kind == "dense":
        return _agrees_by_rank(files[0], parts, room)
    return _same(stored_parts(files), parts())


def stored_parts(files: Sequence[LayerFile]) -> Iterator[Part]:
    """Yield the positions of a layer in order and their codes, from one file or from shards'."""
    if len(files) == 1:
        yield from files[0].parts()
        return
    words = files[0].words
    for columns in merged(files):
        yield columns[:words], np.stack(columns[words:], axis=1)


def _same(one: Iterable[Part], other: Iterable[Part]) -> bool:
    """Whether two streams have the same rows."""
    pairs = zip_longest(in_blocks(one, TOGETHER), in_blocks(other, TOGETHER))
    return all(
        left is not None and right is not None and all(map(np.array_equal, left, right))
        for left, right in pairs
    )


def _agrees_by_rank(file: LayerFile, parts: LayerParts, room: int) -> bool:
    """Compare an array by rank, stretch by stretch."""
    assert file.ranking is not None
    together, found = max(1, max(room, LEAST_ROOM) // BLOCK), 0
    for begin in range(0, file.blocks, together):
        there, codes = file.stretch(begin, min(together, file.blocks - begin))
        found += int(there.sum())
        try:
            for columns, right in parts():
                rows, inside = ranks_between(
                    file.ranking, columns, begin * file.layer.entries, len(there)
                )
                if not there[rows].all() or not np.array_equal(codes[rows], right[inside]):
                    return False
        except NoRank:
            return False
    return found == file.layer.positions == sum(len(codes) for _, codes in parts())
