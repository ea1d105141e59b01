"""What threads do beside their work: told by the parts of our engine that share the work out.

Nothing is counted in machine code. Who claims a place of a table adds a position there, so claims
are told by how many were added; one that came too late, and added nothing, is not told.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from boardproof.engines.compiled.bfs import layers, workers
from boardproof.engines.compiled.bfs.search import ClosedSearch
from boardproof.engines.compiled.bfs.shelf import LayerCodes
from boardproof.engines.compiled.bfs.team import ThreadTeam
from boardproof.engines.compiled.kernels.constants import LEAVING
from boardproof.engines.compiled.minimax.driver import MinimaxDriver
from boardproof.tablebase import builder, layer_writer
from boardproof.tablebase.in_order import in_order

#: shared  seconds by the clock in which work was shared out
#: busy    seconds in which threads had work in hand then, in sum
#: claims  places claimed and arrivals counted, each by an atomic read, change and write
#: locks   how often a lock was taken, also to take the next block or stretch
COUNTED, COUNTING = Counter[str](), Lock()


def note(**amounts: float) -> None:
    """Add to what was counted."""
    with COUNTING:
        COUNTED.update(amounts)


def noting(work: Callable[..., Any], seconds: str = "", **amounts: int) -> Callable[..., Any]:
    """Return work that notes how often it is done, and how many seconds it takes."""

    def noted(*arguments: Any, **options: Any) -> Any:
        began = time.perf_counter()
        try:
            return work(*arguments, **options)
        finally:
            note(**amounts, **{seconds: time.perf_counter() - began})

    return noted


class NotedLock:
    """A lock that notes when it is taken."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        self._lock.acquire()
        note(locks=1)

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def told(
    each: Any = ThreadTeam.each,
    every: Any = ThreadTeam.all,
    run: Any = workers.LayerJob.run,
    leaving: Any = ClosedSearch._leaving,
    shelve: Any = LayerCodes.shelve,
    number: Any = LayerCodes.number,
) -> Counter[str]:
    """Let all parts note what they do from now on; return where they do."""

    def each_noted(team: ThreadTeam, work: Any, parts: Any) -> Iterator[Any]:
        if team.threads == 1 or len(parts) < 2:
            yield from each(team, work, parts)
            return
        began = time.perf_counter()
        yield from each(team, noting(work, "busy", locks=1), parts)
        note(shared=time.perf_counter() - began)

    def all_noted(team: ThreadTeam, work: Any, parts: Any, *report: Any) -> None:
        if team.threads == 1 or len(parts) < 2:
            every(team, work, parts, *report)
            return
        noted = noting(every, "shared")
        noted(team, noting(work, "busy", locks=1), parts, *report)

    def in_order_noted(work: Any, items: Any, threads: int) -> Iterator[Any]:
        began, noted = time.perf_counter(), noting(work, "busy", locks=1)
        yield from in_order(work if threads == 1 else noted, items, threads)
        note(shared=(threads > 1) * (time.perf_counter() - began))

    def run_noted(job: Any, report: Any) -> None:
        run(job, report)
        adds = len(job.workers) > 1 and getattr(job._seen, "stage", None) != LEAVING
        note(claims=adds * job.new_positions)

    def leaving_noted(closed: Any) -> Iterator[Any]:
        rows, counted = closed.whole, not closed.whole.linked and closed.pool.threads > 1
        before = int(rows.arrivals[: rows._next_row].sum()) if counted else 0
        yield from leaving(closed)
        after = int(rows.arrivals[: rows._next_row].sum()) if counted else 0
        note(claims=before + (before - after))  # counted, and then taken back

    def shelve_noted(shelf: Any, words: Any, codes: Any, shared: bool = False) -> None:
        shelve(shelf, words, codes, shared)
        note(claims=shared * len(codes))

    def number_noted(shelf: Any) -> None:
        number(shelf)
        note(claims=(shelf._layers.team.threads > 1) * len(shelf._layers.words[0][0]))

    replaced: list[tuple[Any, str, Any]] = [
        (workers, "Lock", NotedLock),
        (layers, "Lock", NotedLock),
        (ThreadTeam, "each", each_noted),
        (ThreadTeam, "all", all_noted),
        (builder, "in_order", in_order_noted),
        (layer_writer, "in_order", in_order_noted),
        (workers.LayerJob, "run", run_noted),
        (workers.LayerJob, "_round", noting(workers.LayerJob._round, "shared")),
        (workers.LayerJob, "_work", noting(workers.LayerJob._work, "busy")),
        (MinimaxDriver, "_help", noting(MinimaxDriver._help, "busy")),
        (ClosedSearch, "_leaving", leaving_noted),
        (LayerCodes, "shelve", shelve_noted),
        (LayerCodes, "number", number_noted),
    ]
    for where, name, noted in replaced:
        setattr(where, name, noted)
    return COUNTED
