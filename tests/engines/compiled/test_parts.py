"""Parts of blocks are all rows together; blocks are given back once all their parts are done."""

import numpy as np
import pytest

from boardproof.engines.compiled.bfs.blocks import Block
from boardproof.engines.compiled.bfs.parts import LAST, Parts
from boardproof.engines.compiled.bfs.team import SHORTEST_PART, ThreadTeam
from boardproof.engines.compiled.kernels.constants import ADDRESS, BEGIN, FIRST, UNTIL

SIZES = [70_000, 1, 65_536, 300]


def blocks_of(sizes: list[int]) -> list[Block]:
    return [
        Block([np.arange(size + 5, dtype=np.uint64)], size, first=1000 * number)
        for number, size in enumerate(sizes)
    ]


@pytest.mark.parametrize("threads", [None, 1, 2, 16])
def test_all_rows_are_in_one_part_each(threads: int | None) -> None:
    blocks = blocks_of(SIZES)
    parts = Parts(blocks, ThreadTeam(threads) if threads else None)
    rows = dict[int, list[int]]()
    for part in parts.table:
        rows.setdefault(int(part[FIRST]), []).extend(range(part[BEGIN], part[UNTIL]))
        assert part[ADDRESS] == blocks[part[FIRST] // 1000].columns[0].ctypes.data
    assert rows == {block.first: list(range(block.count)) for block in blocks}


def test_the_last_parts_are_short_where_there_are_threads() -> None:
    lengths = [
        part[UNTIL] - part[BEGIN] for part in Parts(blocks_of([65_536] * 40), ThreadTeam(4)).table
    ]
    assert lengths[0] == 65_536
    assert SHORTEST_PART <= lengths[-1] <= 1024


def test_blocks_are_returned_once_when_all_their_parts_come_before() -> None:
    blocks = blocks_of(SIZES)
    parts = Parts(blocks, ThreadTeam(2))
    ends = np.searchsorted(parts.table[:, FIRST], [1000, 2000, 3000, 4000]).tolist()
    assert list(parts.done_before(ends[0] - 1)) == []
    assert list(parts.done_before(ends[1])) == blocks[:2]
    assert list(parts.done_before(ends[1])) == []
    assert list(parts.done_before(LAST)) == blocks[2:]


def test_nothing_is_left_of_no_blocks() -> None:
    assert not Parts([]).left
