"""Contenders that take turns, and the table they are compared in.

Every row of a table is a contender: how much it did, seconds by the clock and of the processor
(medians), millions in a second of the processor, its memory, and how many times as fast ours is.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from boardproof.limits import memory_in_use, peak_memory

FOLDER = Path(__file__).parent
HAS_CPP = shutil.which("g++") is not None


class Run(NamedTuple):
    """So much work, in so many seconds by the clock and of the processor, with so many bytes.

    What was found on the way is compared between contenders.
    """

    number: int
    wall: float
    cpu: float
    bytes: int | None = None
    found: object = None

    @property
    def rate(self) -> float:
        """Millions in a second of the processor."""
        return self.number / self.cpu / 1e6


Runs = dict[str, list[Run]]


def taking_turns(contenders: dict[str, Callable[[int], Run]], rounds: int) -> Runs:
    """Let all run in turn, so many rounds; what they find must be the same."""
    runs: Runs = {name: [] for name in contenders}
    for turn in range(rounds):
        for name, run in contenders.items():
            runs[name].append(run(turn))
    found = {run.found for own in runs.values() for run in own}
    assert len(found) == 1, f"contenders differ: {found}"
    return runs


def timed(work: Callable[[], tuple[int, object]]) -> Run:
    """Run work in this process; it returns how much there was, and what it found.

    Its bytes are those by which the process grows at the most meanwhile.
    """
    with suppress(OSError):  # elsewhere the peak of the first time counts
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before, wall, cpu = memory_in_use(), time.perf_counter(), time.process_time()
    number, found = work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Run(number, wall, cpu, max(0, peak_memory() - before), found)


def told(command: list[str], compared: int, **environment: str) -> Run:
    """Run a program that prints what it did and found, its seconds and its bytes.

    The first number is the amount of work; so many words from there on are compared.
    """
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    *words, wall, cpu, taken = done.stdout.split()
    return Run(int(words[0]), float(wall), float(cpu), int(taken), tuple(words[:compared]))


def whole(command: list[str], read: Callable[[str], tuple[int, object]], **environment: str) -> Run:
    """Measure a program from its start to its end, and its memory at the most."""
    wall = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
    ) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"{command} failed"
    number, found = read(said)
    cpu = usage.ru_utime + usage.ru_stime
    return Run(number, time.perf_counter() - wall, cpu, usage.ru_maxrss * 1024, found)


def built(name: str, folder: str) -> list[str]:
    """Compile a C++ peer."""
    program, source = f"{folder}/{name}", FOLDER / f"{name}.cpp"
    words = ["g++", "-O3", "-std=c++20", "-march=native", "-o", program, str(source)]
    subprocess.run(words, check=True)
    return [program]


HEADER = f"{'':<34}{'number':>18}{'wall s':>9}{'CPU s':>9}{'M/CPU s':>10}{'MB':>8}{'ratio':>8}"


def table(title: str, runs: Runs, ours: str = "ours") -> str:
    """Return the rows of contenders; `ratio` is how many times as fast as each `ours` is."""
    mine = _medians(runs[ours])
    rows = [title]
    for name, own in runs.items():
        run = _medians(own)
        rows.append(
            f"  {name:<32}{run.number:>18,}{run.wall:>9.2f}{run.cpu:>9.2f}{run.rate:>10.3g}"
            f"{cell(None if run.bytes is None else run.bytes / 1e6, 8)}"
            f"{cell(None if name == ours else mine.rate / run.rate, 8, 2)}"
        )
    return "\n".join(rows)


def _medians(runs: list[Run]) -> Run:
    """Return a run with the medians of some that did the same."""
    taken = [run.bytes for run in runs if run.bytes is not None]
    cpu = median(run.cpu / run.number for run in runs)
    wall = median(run.wall / run.number for run in runs)
    number = runs[0].number
    return Run(number, wall * number, cpu * number, round(median(taken)) if taken else None)


def cell(value: float | None, width: int, places: int = 0) -> str:
    """Return a number, or a stroke where there is none."""
    return f"{'-':>{width}}" if value is None else f"{value:>{width},.{places}f}"
