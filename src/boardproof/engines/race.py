"""Attempts that run at the same time, each in a process: processes can be ended, threads cannot.

All share one limit of memory and one of time. The first certain answer to each item counts; an
attempt that gives up ends nothing. What attempts know when time is over is kept. An attempt that
meets a rule that goes wrong ends the race with its error.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from threading import current_thread, main_thread
from time import monotonic, perf_counter
from typing import Any, NoReturn, Self

from ..errors import RuleBroken, TooLarge
from ..limits import Limits, TooMany, memory_of

#: Seconds between two looks at the time, and between two at the memory.
TICK, MEMORY_TICK = 0.05, 0.2
#: Seconds before the end at which attempts send what they know.
FAREWELL = 0.5
#: By how much an attempt that yields has a lower priority.
YIELDING = 4
#: Where nobody set a time, a search whose layers still grow after so many seconds is left.
USUAL_TIME = 45.0


@dataclass(frozen=True)
class Bound:
    """How far an attempt looked in vain: so many moves, so many positions; what it has to say."""

    moves: int
    positions: int = 0
    note: str = ""


class Messenger:
    """An attempt's side: what it finds out is sent at once."""

    def __init__(self, connection: Connection, limits: Limits, deadline: float) -> None:
        self._connection = connection
        self.limits = limits.reporting(self._progress)
        #: The time of `time.monotonic()` at which to send what is known.
        self.deadline = deadline

    def answer(self, item: Hashable, answer: Any) -> None:
        """Send a certain answer."""
        self._connection.send(("answer", item, answer))

    def know(self, item: Hashable, bound: Bound) -> None:
        """Send how far an item was looked for in vain."""
        self._connection.send(("know", item, bound))

    def _progress(self, ply: int, positions: int) -> None:
        self._connection.send(("progress", ply, positions))


@dataclass(frozen=True)
class Entrant:
    """An attempt: its name, its work, after how many seconds it starts, and how it yields.

    One that yields leaves the cores to others, as far as these use them.
    """

    name: str
    work: Callable[[Messenger], None]
    after: float = 0.0
    yields: bool = False


@dataclass
class RaceResult:
    """What came of a race: answers by item, and how far others were looked for."""

    answers: dict[Hashable, Any] = field(default_factory=dict)
    bounds: dict[Hashable, Bound] = field(default_factory=dict)
    #: Why attempts gave up, by name.
    given_up: dict[str, str] = field(default_factory=dict)
    interrupted: bool = False
    timed_out: bool = False
    seconds: float = 0.0

    @property
    def ending(self) -> str:
        """Why the race ended, and what to do for an answer."""
        if self.interrupted:
            return "interrupted"
        if self.timed_out:
            return f"stopped after {self.seconds:.0f} s: allow more with --time"
        reasons = dict.fromkeys(filter(None, self.given_up.values()))
        return "; ".join(["every way to answer it was given up", *reasons])

    def know(self, item: Hashable, bound: Bound) -> None:
        """Keep the farthest bound."""
        known = self.bounds.get(item, Bound(-1))
        moves, positions = max(known.moves, bound.moves), max(known.positions, bound.positions)
        self.bounds[item] = Bound(moves, positions, bound.note or known.note)


def race(
    entrants: Sequence[Entrant],
    items: Iterable[Hashable],
    limits: Limits,
    report: Callable[[Any, Any], None] = lambda item, answer: None,
) -> RaceResult:
    """Let attempts work until every item has an answer, all gave up, or a limit is reached.

    `report` receives the first answer to each item at once.

    >>> def slow(messenger: Messenger) -> None:
    ...     messenger.answer("a", sum(range(10**9)))
    >>> def quick(messenger: Messenger) -> None:
    ...     messenger.know("b", Bound(3))
    ...     messenger.answer("a", 1)
    >>> result = race([Entrant("slow", slow), Entrant("quick", quick)], ["a"], Limits())
    >>> result.answers, result.bounds["b"].moves
    ({'a': 1}, 3)
    """
    with Race(limits, report) as one:
        one.enter(*entrants)
        return one.run(items)


@dataclass
class _Running:
    """A process that works on an attempt; the sizes of its layers as far as they are known."""

    name: str
    pid: int
    connection: Connection
    totals: dict[int, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many positions it visited."""
        return max(self.totals.values(), default=0)

    @property
    def shrinks(self) -> bool:
        """Whether its last whole layer was smaller than the one before: its end is near."""
        *_, a, b, c, _ = [0, 0, 0, 0, *self.totals.values()]
        return c - b < b - a


class Race:
    """Attempts at work: they end with the `with` block at the latest.

    Some may be started before the race is run: by then it may be known that none is needed.
    """

    def __init__(
        self, limits: Limits, report: Callable[[Any, Any], None] = lambda item, answer: None
    ) -> None:
        self._limits, self._report = limits, report
        self._waiting, self._items = list[Entrant](), set[Hashable]()
        self._reported = set[Hashable]()
        self._entered = set[str]()
        self._running: list[_Running] = []
        self._result, self._started = RaceResult(), perf_counter()
        self._failure: BaseException | None = None
        self._next_look, self._memory, self._ended = 0.0, 0, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._running:
            _end(one)

    @property
    def is_running(self) -> bool:
        """Whether an attempt is at work."""
        return bool(self._running)

    @property
    def is_due_later(self) -> bool:
        """Whether an attempt has yet to begin."""
        return bool(self._waiting)

    def enter(self, *entrants: Entrant) -> None:
        """Let attempts take part that do not yet."""
        new = [one for one in entrants if one.name not in self._entered]
        self._entered |= {one.name for one in new}
        self._waiting = sorted([*self._waiting, *new], key=lambda one: one.after)

    def has_answers(self, items: Iterable[Hashable]) -> bool:
        """Whether the attempts at work have answered all of some items already.

        Nothing is reported: the race may yet not be run.
        """
        self._items = set(items)
        self._listen(0.0)
        return self._items <= self._result.answers.keys()

    def run(self, items: Iterable[Hashable]) -> RaceResult:
        """Start attempts when they are due, and listen to all until every item has an answer."""
        self._items = set(items)
        self._report_answers()
        try:
            while self._items - self._result.answers.keys() and not self._is_over():
                self.start_due()
                if not self._running:
                    self._start_next()
                self._listen()
                self._report_answers()
                self._look_after_memory()
        except KeyboardInterrupt:
            self._result.interrupted = True
            self._listen()
            self._report_answers()
        self._result.seconds = self._elapsed()
        self._result.timed_out = bool(self._running or self._waiting)
        if self._failure is not None and not self._result.answers:
            raise self._failure
        return self._result

    def _elapsed(self) -> float:
        return perf_counter() - self._started

    def _is_over(self) -> bool:
        if not self._running and not self._waiting:
            return True
        if self._limits.time is not None:
            return self._elapsed() > self._limits.time
        return self._elapsed() > USUAL_TIME and not any(one.shrinks for one in self._running)

    def start_due(self) -> None:
        """Start what is due, and something for each attempt that has ended."""
        while self._waiting and (self._waiting[0].after <= self._elapsed() or self._ended):
            self._ended -= self._waiting[0].after > self._elapsed()
            self._start_next()

    def _start_next(self) -> None:
        left = (self._limits.time or USUAL_TIME) - self._elapsed()
        deadline = monotonic() + min(0.9 * left, left - FAREWELL)
        # An interruption amid this would leave a process that nobody knows; it waits.
        with _uninterrupted():
            entrant = self._waiting.pop(0)
            self._running.append(_start(entrant, self._limits, deadline))

    def _listen(self, seconds: float = TICK) -> None:
        ready = wait([one.connection for one in self._running], seconds)
        for one in [one for one in self._running if one.connection in ready]:
            try:
                # What is read counts: an interruption between the two would lose it.
                with _uninterrupted():
                    while one.connection.poll():
                        self._hear(one, *one.connection.recv())
            except (EOFError, OSError, pickle.UnpicklingError):
                self._stop(one)

    def _hear(self, one: _Running, kind: str, *content: Any) -> None:
        match kind:
            case "answer":
                item, answer = content
                if item in self._items:
                    self._result.answers.setdefault(item, answer)
            case "know":
                self._result.know(*content)
            case "progress":
                ply, positions = content
                one.totals[ply] = positions
                if one.name == max(self._running, key=lambda other: other.size).name:
                    self._limits.report(ply, positions)
            case "gave up":
                self._result.given_up[one.name] = content[0]
            case "failed" if isinstance(content[0], RuleBroken):
                raise content[0]  # it is so, whatever else is asked
            case "failed":
                self._failure = content[0]

    def _report_answers(self) -> None:
        new = [item for item in self._result.answers if item not in self._reported]
        self._reported.update(new)
        for item in new:
            self._report(item, self._result.answers[item])

    def _look_after_memory(self) -> None:
        """End the attempt that uses most if all will use more than they may by the next look."""
        if self._elapsed() < self._next_look:
            return
        self._next_look = self._elapsed() + MEMORY_TICK
        used = {one.pid: memory_of(one.pid) for one in self._running}
        now = memory_of(os.getpid()) + sum(used.values())
        grown, self._memory = max(0, now - (self._memory or now)), now
        if used and now + grown > self._limits.limit:
            largest = max(self._running, key=lambda one: used[one.pid])
            self._result.given_up[largest.name] = "it took more memory than there is"
            self._stop(largest)

    def _stop(self, one: _Running) -> None:
        _end(one)
        self._running.remove(one)
        self._ended += 1


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let an interruption wait meanwhile.

    It is not enough to block the signal: another thread may receive it, and Python would raise it
    here all the same, for instance in what runs after a fork, where it would be lost.
    """
    if current_thread() is not main_thread():  # no interruption is raised there
        yield
        return
    waiting: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
        if waiting and callable(before):
            before(signal.SIGINT, None)


def _start(entrant: Entrant, limits: Limits, deadline: float) -> _Running:
    receiving, sending = Pipe(duplex=False)
    with warnings.catch_warnings():
        # Later versions of Python warn of threads; those that a face may have do nothing here.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        _work(entrant, sending, limits, deadline)
    sending.close()
    return _Running(entrant.name, pid, receiving)


def _work(entrant: Entrant, connection: Connection, limits: Limits, deadline: float) -> NoReturn:
    """Work as a process of its own, which ends without any farewell."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # a collection would copy every page that is shared with the parent
    _end_with_parent()
    if entrant.yields:
        os.nice(YIELDING)
    with suppress(BaseException):
        try:
            entrant.work(Messenger(connection, limits, deadline))
        except (TooLarge, TooMany, MemoryError, RecursionError) as reason:
            connection.send(("gave up", str(reason)))
        except Exception as wrong:
            connection.send(("failed", wrong))
    os._exit(0)


def _end_with_parent() -> None:
    """Ask the system to end this process with its parent, where it can."""
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _end(one: _Running) -> None:
    with suppress(ProcessLookupError):
        os.kill(one.pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(one.pid, 0)
    one.connection.close()
