"""Limits of long computations: progress reports, and a bound on memory."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from math import inf
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

from .errors import TooLarge

#: Called with the ply and the number of positions so far.
Progress = Callable[[int, int], None]

#: Of the memory that is free, so much is used: a margin is left for everything else.
USED_OF_FREE = 0.9
#: Where nobody set a limit, fewer bytes than this are looked after so many seconds apart.
LITTLE, PAUSE = 1 << 24, 0.05
#: A trial bounded by seconds is judged by its rate after so many, or half of its bound, and ends
#: after so many times its bound: the end may always be near.
SURE, PATIENCE = 0.2, 2
#: The limit, the use, and the part of it that is only cached, in both versions of control groups.
CGROUP_FILES = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


News = TypeVar("News")


class Channel(Generic[News]):
    """What work says besides its answer, to one listener at a time; without one, to nobody.

    >>> with asides.heard_by(print):
    ...     asides.say("two machines are at work")
    two machines are at work
    """

    def __init__(self, name: str) -> None:
        self._listener: ContextVar[Callable[[News], Any] | None] = ContextVar(name, default=None)

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return self._listener.get() is not None

    @contextmanager
    def heard_by(self, listener: Callable[[News], Any] | None) -> Iterator[None]:
        """Let somebody listen meanwhile."""
        token = self._listener.set(listener)
        try:
            yield
        finally:
            self._listener.reset(token)

    def say(self, news: News) -> None:
        """Pass something on to whoever listens."""
        listener = self._listener.get()
        if listener is not None:
            listener(news)


#: What there is to say besides progress.
asides = Channel[str]("asides")


class TooMany(Exception):
    """There are, or will be at the rate they grow, more positions than were asked for."""


class Limits:
    """Forwards progress, and holds what work may use: memory, disk, threads, symmetry, time.

    Where nothing is said, it may use all cores of the process, and all memory that is free now.
    Seconds of `time` bound only what runs in a process of its own. `disk` is a folder for what does
    not fit into memory, `cluster` the address of more machines that see it.

    >>> Limits(memory=1 << 40).report(3, 1000)
    >>> Limits(memory=1).report(3, 1000)
    Traceback (most recent call last):
    boardproof.errors.TooLarge: stopped at ply 3 with 1,000 positions: ...
    """

    #: A trial is given up beyond so many positions, once diagrams have more nodes than so many, or
    #: where what is left will take more seconds of work than so many.
    most_positions: int | None = None
    most_nodes: int | None = None
    most_seconds: float | None = None
    #: Says when a trial bounded by seconds is not needed any more, and whether it may take as long
    #: as that: something else is being made ready beside it.
    overtaken: Callable[[], bool] | None = None
    raced: Callable[[], bool] | None = None
    #: Makes who watches work that nobody else watches, as a notebook does.
    watcher: ClassVar[Callable[[], Progress] | None] = None

    def __init__(
        self,
        progress: Progress | None = None,
        memory: int | None = None,
        threads: int | None = None,
        symmetry: bool = True,
        time: float | None = None,
        disk: Path | str | None = None,
        cluster: str | None = None,
    ) -> None:
        if progress is None and Limits.watcher is not None:
            progress = Limits.watcher()
        self._progress, self._memory = progress, memory
        self.disk, self.cluster = None if disk is None else Path(disk), cluster
        self.threads, self.symmetry, self.time = threads or usable_cores(), symmetry, time
        self._exact, self._checked = memory is not None, perf_counter()
        self._ply = self._positions = 0
        self._began = 0.0

    def bounded(
        self,
        positions: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Limits:
        """Return the same limits for a trial that begins now, which `TooMany` or `TooLarge` ends.

        >>> Limits().bounded(positions=100).report(3, 1000)
        Traceback (most recent call last):
        boardproof.limits.TooMany
        """
        trial = copy(self)
        trial.most_positions, trial.most_nodes, trial.most_seconds = positions, nodes, seconds
        trial._began = process_time()
        return trial

    def until(
        self, overtaken: Callable[[], bool], raced: Callable[[], bool] | None = None
    ) -> Limits:
        """Return the same limits for trials that end once something else is ready.

        As long as that is being made, a trial that will take long goes on: whichever is first
        answers.
        """
        limits = copy(self)
        limits.overtaken, limits.raced = overtaken, raced
        return limits

    def foresee(self, done: int, left: int, since: float = 0.0) -> None:
        """Give a trial up where so many positions are left, and these take too long.

        Those that are done took the processor's time since then, or since the trial began.

        >>> Limits().foresee(10, 10**9)
        >>> Limits().bounded(seconds=5.0).foresee(0, 10**9)
        """
        if self.most_seconds is None:
            return
        if self.is_overtaken:
            raise TooMany
        spent, sure = process_time() - max(self._began, since), min(SURE, self.most_seconds / 2)
        if spent >= sure and left * spent > done * self.most_seconds and not self.is_raced:
            raise TooMany

    @property
    def is_overtaken(self) -> bool:
        """Whether something else is ready, so that a trial is not needed any more."""
        return self.overtaken is not None and self.overtaken()

    @property
    def is_raced(self) -> bool:
        """Whether something else is being made ready meanwhile."""
        return self.raced is not None and self.raced()

    @property
    def spent(self) -> float:
        """How many seconds of work a trial has taken so far."""
        return process_time() - self._began

    def asymmetric(self) -> Limits:
        """Return the same limits for a search that takes no positions to be alike."""
        limits = copy(self)
        limits.symmetry = False
        return limits

    def reporting(self, progress: Progress) -> Limits:
        """Return the same limits with progress reported elsewhere."""
        limits = copy(self)
        limits._progress = progress
        return limits

    def report(self, ply: int, positions: int) -> None:
        """Report progress, and stop if a limit is exceeded."""
        self.show(ply, positions)
        if self.most_positions is not None and positions > self.most_positions:
            raise TooMany
        if self.most_seconds is not None and self.spent > PATIENCE * self.most_seconds:
            raise TooMany
        self.require_memory(0)

    def show(self, ply: int, positions: int) -> None:
        """Report progress to whoever watches, who may stop the work."""
        self._ply, self._positions = ply, positions
        if self._progress:
            self._progress(ply, positions)

    def has_room(self, more: int) -> bool:
        """Whether this many more bytes may be allocated."""
        return self._is_soon_after(more) or memory_in_use() + more <= self.limit

    def require_memory(self, more: int) -> None:
        """Stop unless this many more bytes may be allocated."""
        if self._is_soon_after(more):
            return
        needed = memory_in_use() + more
        if needed > self.limit:
            self.stop(needed)

    def _is_soon_after(self, more: int) -> bool:
        """Whether few bytes are wanted soon after the last look at the memory.

        Nothing is taken on trust where somebody has set the limit.
        """
        if self._exact or more > LITTLE:
            return False
        now = perf_counter()
        soon = now < self._checked + PAUSE
        self._checked = self._checked if soon else now
        return soon

    @property
    def limit(self) -> int:
        """The memory limit in bytes; by default what is in use and what is free at first sight."""
        if self._memory is None:
            self._memory = memory_in_use() + free_memory()
        return self._memory

    @property
    def given_memory(self) -> int | None:
        """The memory limit that somebody has set."""
        return self._memory if self._exact else None

    @property
    def free(self) -> int:
        """How many more bytes may be allocated."""
        return max(0, self.limit - memory_in_use())

    def stop(self, needed: int) -> NoReturn:
        """Raise `TooLarge`, with the progress made and the memory that would be needed."""
        positions = "1 position" if self._positions == 1 else f"{self._positions:,} positions"
        raise TooLarge(
            f"stopped at ply {self._ply} with {positions}: "
            f"continuing needs {size_text(needed)} of memory, and the limit is "
            f"{size_text(self.limit)}; "
            "raise it with --memory, or choose smaller parameters"
        )


def usable_cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system says
        return os.cpu_count() or 1


def free_memory() -> int:
    """Return how many more bytes this process can take, less a margin, without swapping."""
    free = [_available_memory(), *(_left_in(folder) for folder in _cgroup_folders())]
    return int(USED_OF_FREE * max(0, min(free)))


def machine_memory() -> int:
    """Return the memory of this machine in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _available_memory() -> int:
    """Return how much memory the system can give away; where it does not say, most of all."""
    try:
        return 1024 * _table("/proc/meminfo")["MemAvailable:"]
    except (OSError, KeyError):
        return int(0.8 * machine_memory()) - memory_in_use()


def _cgroup_folders() -> Iterator[Path]:
    """Return the folder of the control group of this process, and those of the groups around it."""
    root = Path("/sys/fs/cgroup")
    try:
        lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers in ("", "memory"):
            base = root / controllers
            folder = base / path.strip("/")
            yield from (one for one in (folder, *folder.parents) if one.is_relative_to(base))


def _left_in(folder: Path) -> float:
    """Return how many bytes a control group has left; infinity where it has no limit."""
    for most, used, cached in CGROUP_FILES:
        try:
            limit = (folder / most).read_text(encoding="ascii").strip()
            taken = int((folder / used).read_text(encoding="ascii"))
            given_back = _table(folder / "memory.stat").get(cached, 0)
        except OSError:
            continue
        return inf if limit == "max" else int(limit) - taken + given_back
    return inf


def _table(path: Path | str) -> dict[str, int]:
    """Return the first number of each line of a file, by the word before it."""
    with open(path, encoding="ascii", errors="replace") as file:
        return {words[0]: int(words[1]) for line in file if len(words := line.split()) > 1}


def memory_in_use() -> int:
    """Return the resident memory of this process in bytes; its peak where only that is known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return peak_memory()


def memory_of(pid: int) -> int:
    """Return the memory of a process in bytes, its share of what it has in common with others.

    >>> memory_of(os.getpid()) > 0, memory_of(-1)
    (True, 0)
    """
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii", errors="replace") as file:
            return 1024 * next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    except (OSError, StopIteration):
        return memory_in_use() if pid == os.getpid() else 0


def peak_memory() -> int:
    """Return the peak resident memory of this process in bytes."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            return 1024 * next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        # On other systems this includes the peak of the parent process, if that was higher.
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def size_text(size: int) -> str:
    """Return a number of bytes in a short form.

    >>> size_text(3 << 39), size_text(3 << 29), size_text(500 << 20), size_text(5000)
    ('1.5T', '1.5G', '500M', '4K')
    """
    if size >= 1 << 40:
        return f"{size / 2**40:,.1f}T"
    if size >= 1 << 30:
        return f"{size / 2**30:.1f}G"
    return f"{size >> 20}M" if size >= 1 << 20 else f"{size >> 10}K"
