"""Threads that share the work on arrays: the outcome is that of one thread."""

import threading
from itertools import pairwise

import numpy as np
import pytest

from boardproof.engines.compiled.bfs import team as module
from boardproof.engines.compiled.bfs.team import ThreadTeam


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PIECE", 16)


@pytest.mark.parametrize("threads", [1, 2, 16])
@pytest.mark.parametrize("rows", [0, 1, 100, 10_000, 3_000_000])
def test_stretches_are_all_rows_and_the_last_ones_are_short(threads: int, rows: int) -> None:
    cuts = ThreadTeam(threads).stretches(rows)
    assert [row for cut in cuts for row in (cut.start, cut.stop)] == [
        row for start, end in pairwise([0, *(cut.stop for cut in cuts)]) for row in (start, end)
    ]
    assert (cuts[-1].stop if cuts else 0) == rows
    lengths = [cut.stop - cut.start for cut in cuts]
    assert lengths == sorted(lengths, reverse=True)
    assert threads == 1 or not cuts or lengths[-1] <= module.SHORTEST


@pytest.mark.parametrize("threads", [1, 3])
def test_arrays_are_filled(threads: int) -> None:
    team, items = ThreadTeam(threads), np.arange(100, dtype=np.uint64)
    team.fill(items[1:], 7)
    assert items.tolist() == [0] + [7] * 99


def test_what_goes_wrong_in_a_thread_is_raised_once_all_have_stopped() -> None:
    working, most = set[int](), []

    def work(part: int) -> None:
        working.add(part)
        try:
            if part == 3:
                raise ValueError(part)
        finally:
            working.remove(part)
            most.append(part)

    team = ThreadTeam(2)
    with pytest.raises(ValueError, match="3"):
        team.all(work, range(200))
    team.stop()
    assert not working
    assert 3 in most


def test_threads_end_when_they_are_told() -> None:
    before, team = set(threading.enumerate()), ThreadTeam(4)
    team.stop()
    team.fill(np.zeros(1000, np.uint64), 1)
    own = set(threading.enumerate()) - before
    assert own
    team.stop()
    assert not any(thread.is_alive() for thread in own)
