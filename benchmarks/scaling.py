"""How work on all positions scales with threads.

    python benchmarks/scaling.py [--quick] [--rounds 5] [--threads 1 2 4] [--apart 2] [-- WORD ...]

1, 2, 4, 8 and 16 threads, as far as there are cores, take turns in one run, and medians of five
rounds are shown, of two with --quick. WORDs choose the lines that have one of them. In the rows
"apart" so many processes do all of the work at the same time, with one thread each: they share
nothing but the machine, so their speed-up is what its memory lets programs that wait for nobody
have. Speed-ups are over the first number of threads. Beside them stands where time went:

waited  seconds that threads waited in sum, threads × clock − CPU; %: of threads × clock
idle    seconds in sum in which threads had no work in hand: another worked alone, or ended later
claims  atomic changes of shared memory for each position visited (alike ones once): places claimed
        in tables, and arrivals of moves where these are counted
locks   takings of a lock for each million positions, for a block or room, or to take a stretch

The search for one value (--weak) claims records uncounted. Work that takes a minute or longer is
done where it is asked for, by the word "long".
"""

import argparse
import multiprocessing
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np
from peers.measuring import Run, cell, timed
from peers.ours import engine_for
from peers.sharing import told

from boardproof.engines.compiled.bfs.team import ThreadTeam
from boardproof.limits import Limits, usable_cores
from boardproof.questions.solve_weak import solve_weak
from boardproof.statespace.goals import Aim, Goal
from boardproof.tablebase import build_tablebase

THREADS = [threads for threads in (1, 2, 4, 8, 16) if threads <= usable_cores()]
#: For so many seconds threads are kept busy before they are measured, till each has its own core.
AWAKE = 1.0
HEADER = (
    f"{'threads':<10}{'clock s':>9}{'CPU s':>9}{'speed-up':>10}{'waited s':>10}{'%':>5}"
    f"{'idle s':>9}{'claims':>9}{'locks':>10}"
)
WIN = Aim(results=frozenset({"P0 wins"}))
Found = tuple[int, object]


@dataclass(frozen=True)
class Case:
    """Some work on a game; it returns how many positions it visited, and what it found."""

    title: str
    game: str
    work: Callable[[Any, Limits], Found]
    symmetry: bool = True


@dataclass(frozen=True)
class Measured:
    """What a run took, and what was counted meanwhile."""

    threads: int
    run: Run
    counted: dict[str, float]

    @property
    def idle(self) -> float:
        """Seconds in sum in which a thread had no work in hand."""
        alone = self.run.wall - self.counted.get("shared", 0)
        return self.threads * self.run.wall - alone - self.counted.get("busy", 0)


def count(engine: Any, limits: Limits) -> Found:
    found = engine.enumerate(limits)
    return found.classes, (found.positions, found.moves, found.longest)


def survey(engine: Any, limits: Limits) -> Found:
    found = engine.survey([WIN], limits)
    return found.positions, tuple(found.sights[0].by_ply)


def force(engine: Any, limits: Limits) -> Found:
    found = engine.attract([Goal(frozenset({"P0"}), WIN)], limits)
    return found._layers.classes, tuple(found.counts)


def solve(engine: Any, limits: Limits) -> Found:
    found = engine.solve(limits)
    return found._build.classes, found.positions


def store(engine: Any, limits: Limits) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        table = build_tablebase(engine.rules, Path(folder) / "table", "compiled", limits)
    return table.manifest.classes, str(table.manifest.counts)


def search(engine: Any, limits: Limits) -> Found:
    found = solve_weak(engine.rules, threads=limits.threads)
    return found.positions, found.result


CASES = [
    Case("count, classes", "connect-four columns=5 rows=5", count),
    Case("count, every position", "connect-four columns=5 rows=5", count, symmetry=False),
    Case("count", "dstru-tac-toe", count),
    Case("count, plies mix", "six-mens-morris men=6", count),
    Case("survey", "connect-four columns=5 rows=5", survey),
    Case("force", "connect-four columns=5 rows=5", force),
    Case("solve", "connect-four columns=5 rows=5", solve),
    Case("solve, plies mix", "six-mens-morris men=4", solve),
    Case("solve --store", "connect-four columns=5 rows=5", store),
    Case("solve --weak", "connect-four columns=6 rows=6", search),
]
LONG = [
    Case("count, classes, long", "connect-four columns=6 rows=5", count),
    Case("solve, long", "dstru-tac-toe", solve),
]


def wake(threads: int) -> None:
    """Keep threads busy for a while: a system may let two share a core until both have worked."""
    team, until = ThreadTeam(threads), time.perf_counter() + AWAKE

    def spin(numbers: Any) -> None:
        while time.perf_counter() < until:
            np.sort(numbers)

    for _ in range(threads):
        team.executor.submit(spin, np.arange(1 << 18))
    team.stop()


def measured(case: Case, engine: Any, threads: int, counted: Any) -> Measured:
    """Let so many threads do the work once."""
    limits = Limits(threads=threads, symmetry=case.symmetry)
    wake(threads)
    counted.clear()
    run = timed(lambda: case.work(engine, limits))
    return Measured(threads, run, dict(counted))


def apart(case: Case, engine: Any, processes: int) -> Run:
    """Let so many processes each do the work with one thread at the same time."""
    context = multiprocessing.get_context("fork")
    ready, told = context.Barrier(processes), context.SimpleQueue()

    def work() -> None:
        wake(1)
        ready.wait()
        told.put(timed(lambda: case.work(engine, Limits(threads=1, symmetry=case.symmetry))))

    programs = [context.Process(target=work) for _ in range(processes)]
    for one in programs:
        one.start()
    runs = [told.get() for _ in programs]
    for one in programs:
        one.join()
    return runs[0]._replace(wall=mean(run.wall for run in runs), cpu=mean(run.cpu for run in runs))


def row_apart(runs: list[Run], processes: int, one: float) -> str:
    """Return a row of medians; one process alone took so many seconds by the clock."""
    wall, cpu = median(run.wall for run in runs), median(run.cpu for run in runs)
    return f"  {f'{processes} apart':<8}{wall:>9.2f}{cpu:>9.2f}{processes * one / wall:>10.2f}"


def row(runs: list[Measured], one: float) -> str:
    """Return a row of medians; one thread took so many seconds by the clock."""
    threads, idle = runs[0].threads, median(run.idle for run in runs)
    wall, cpu = median(run.run.wall for run in runs), median(run.run.cpu for run in runs)
    waited = max(0.0, threads * wall - cpu)
    claims, locks = (
        median(run.counted.get(what, 0) / run.run.number for run in runs)
        for what in ("claims", "locks")
    )
    return (
        f"  {threads:<8}{wall:>9.2f}{cpu:>9.2f}{one / wall:>10.2f}{waited:>10.2f}"
        f"{100 * waited / threads / wall:>5.0f}{idle:>9.2f}"
        f"{cell(claims or None, 9, 2)}{cell(1e6 * locks or None, 10, 1)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_const", dest="rounds", const=2)
    parser.add_argument("--threads", type=int, nargs="+", default=THREADS)
    parser.add_argument("--apart", type=int, nargs="*", default=THREADS[1:])
    chosen = parser.parse_args()
    words, counted = set(chosen.words), told()
    print(HEADER)
    for case in [*CASES, *(LONG if "long" in words else [])]:
        title = f"{case.title}: {case.game}"
        if words and not words & set(title.replace(":", "").replace(",", "").split()):
            continue
        engine = engine_for(*case.game.split())
        measured(case, engine, chosen.threads[-1], counted)  # compiled, if it was not
        turns, lone = [], []
        for _ in range(chosen.rounds):
            turns.append([measured(case, engine, n, counted) for n in chosen.threads])
            lone.append([apart(case, engine, n) for n in chosen.apart])
        found = {run.run.found for turn in turns for run in turn}
        found |= {run.found for turn in lone for run in turn}
        assert len(found) == 1, f"{title}: they differ"
        one = median(turn[0].run.wall for turn in turns)
        rows = [row([turn[n] for turn in turns], one) for n in range(len(chosen.threads))]
        rows += [
            row_apart([turn[n] for turn in lone], processes, one)
            for n, processes in enumerate(chosen.apart)
        ]
        print(title, *rows, sep="\n", flush=True)


if __name__ == "__main__":
    main()
