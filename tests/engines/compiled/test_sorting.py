"""Positions in order: whatever blocks they lie in, and however many threads sort them."""

import numpy as np
import pytest

from boardproof.engines.compiled.bfs import sorting
from boardproof.engines.compiled.bfs.blocks import Block
from boardproof.engines.compiled.bfs.sorting import sorted_blocks
from boardproof.engines.compiled.bfs.team import ThreadTeam
from boardproof.errors import TooLarge
from boardproof.limits import Limits


def blocks_of(columns: list[np.ndarray], count: int) -> list[Block]:
    """Cut positions into blocks, which have room for more."""
    cut = zip(*(np.array_split(column, count) for column in columns), strict=True)
    return [Block([np.append(one, np.uint64(9)) for one in words], len(words[0])) for words in cut]


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("size", [1, 31, 1000, 20_000])
@pytest.mark.parametrize("kinds", [3, 1 << 40], ids=["few", "many"])
@pytest.mark.parametrize("words", [1, 2])
def test_positions_are_sorted_by_their_last_words_first(
    threads: int, size: int, kinds: int, words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorting, "FEW", 32)
    chance, team = np.random.default_rng(1), ThreadTeam(threads)
    columns = [chance.integers(0, kinds, size, dtype=np.uint64) for _ in range(words)]
    expected = [column[np.lexsort(columns)] for column in columns]
    found = sorted_blocks(blocks_of(columns, min(size, 11)), Limits(), team)
    team.stop()
    assert len(found) == words
    assert all(map(np.array_equal, found, expected))


@pytest.mark.usefixtures("no_memory_in_use")
@pytest.mark.parametrize("threads", [1, 3])
def test_sorting_takes_no_more_memory_than_it_may(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorting, "FEW", 32)
    blocks, team = blocks_of([np.arange(1000, dtype=np.uint64)], 5), ThreadTeam(threads)
    assert len(sorted_blocks(blocks, Limits(memory=8_000), team)[0]) == 1000
    with pytest.raises(TooLarge):
        sorted_blocks(blocks, Limits(memory=7_999), team)
    team.stop()
