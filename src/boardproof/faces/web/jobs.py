"""Long questions as jobs: each runs in a worker process while somebody listens.

A job is one request, and its answer a stream of events. When the stream is closed, because the
question was cancelled or the tab was closed, the process is ended. Questions that share their work
share a job, which ends a moment after its last listener has left.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any

from .guard import Receive, Scope, Send
from .job_slots import JobSlot, JobSlots

#: The longest line a worker may write.
LONGEST_LINE = 1 << 24
#: How long shared work continues without a listener, in seconds: the page may ask again.
GRACE = 2.0
#: How long a question waits for one about the same game to be left, in seconds: a page that goes
#: on leaves the last position and asks about the next at once, in any order.
PARTING = 0.3
#: How often a waiting listener is told its place in the queue, in seconds.
PAUSE = 1.0
#: How long a process may take to begin, in seconds: a busy machine starts it slowly.
STARTING = 60.0
#: Questions whose job others may join.
SHARED = ("solve", "analyse")
LEAVING = "the server is shutting down"
#: How many games are remembered to be too large.
REMEMBERED = 256

Event = dict[str, Any]


@dataclass(frozen=True)
class JobLimits:
    """How many questions run at once, how many wait, and the time and memory of each.

    Besides the `workers` for any question there are `short` ones for those that never take long.
    """

    workers: int = 2
    short: int = 2
    waiting: int = 64
    seconds: float = 120.0
    memory: int = 2 << 30
    #: Besides its own memory a process maps files and reserves space that it never touches.
    room: int = 6 << 30
    #: What to do about a question that takes longer.
    instead: str = "choose smaller parameters, or use the terminal"


@dataclass(eq=False)
class _Listener:
    """Somebody who asked: the question, and the events still to be sent."""

    asked: dict[str, Any]
    serial: int
    events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    gone: bool = False


@dataclass(eq=False)
class _Job:
    """A process in a slot, and its listeners in the order they asked."""

    about: str
    slot: JobSlot
    question: str
    listeners: deque[_Listener] = field(default_factory=deque)
    process: Process | None = None
    task: asyncio.Task[None] | None = None

    @property
    def shared(self) -> bool:
        """Whether others may join: what they ask has the same work, or what was asked is left."""
        return self.question in SHARED

    @property
    def may_be_joined(self) -> bool:
        """Whether a question can be added now: analyses are done one after another."""
        return self.question == "solve" or all(one.gone for one in self.listeners)

    @property
    def told(self) -> list[_Listener]:
        """Those who are told of progress."""
        return [*self.listeners] if self.question == "solve" else [self.listeners[0]]

    def join(self, listener: _Listener) -> None:
        """Add a question to the job."""
        self.listeners.append(listener)
        if self.process is not None:
            self._write(listener)

    def begin(self, process: Process) -> None:
        """Send the process every question asked so far."""
        self.process = process
        for listener in self.listeners:
            self._write(listener)

    def _write(self, listener: _Listener) -> None:
        self._send({**listener.asked, "serial": listener.serial})

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def leave(self, listener: _Listener) -> None:
        """Remove a listener; shared work continues for a moment."""
        listener.gone = True
        if listener in self.listeners:
            if self.question == "analyse" and self.process is not None:
                self._send({"stop": listener.serial})
            loop = asyncio.get_running_loop()
            loop.call_later(GRACE if self.shared else 0, self._stop_if_alone)

    def _stop_if_alone(self) -> None:
        if self.task is not None and all(one.gone for one in self.listeners):
            self.task.cancel()


class Workers:
    """Worker processes, started when they are needed and kept for the next question."""

    def __init__(self, limits: JobLimits) -> None:
        self.limits = limits
        self._idle: list[tuple[str, Process]] = []
        self._slots = JobSlots(limits.workers, limits.short)
        self._asked = 0
        self._number, self._closed = 0, False
        self._shared: dict[tuple[str, str], _Job] = {}
        self._too_large: dict[str, str] = {}
        self.running: set[Process] = set()

    @property
    def full(self) -> bool:
        """Whether no more questions may wait."""
        limits = self.limits
        return self._asked >= limits.waiting + limits.workers + limits.short

    async def ask(self, asked: dict[str, Any], short: bool = False) -> AsyncGenerator[Event, None]:
        """Yield the events of a question; the last is its answer or failure."""
        key = [asked[name] for name in ("game", "parameters", "stamp")]
        about = json.dumps(key, sort_keys=True)
        if asked["question"] == "solve" and about in self._too_large:
            yield {"event": "failed", "error": self._too_large[about]}
            return
        self._asked += 1
        try:
            async with aclosing(self._worked(asked, about, short)) as events:
                async for event in events:
                    yield event
        finally:
            self._asked -= 1

    async def _worked(
        self, asked: dict[str, Any], about: str, short: bool
    ) -> AsyncGenerator[Event, None]:
        """Join the same work, or wait for a slot to begin it; then listen."""
        question = asked["question"]
        job = await self._parted(question, about)
        if job is None:
            slot = self._slots.take(short)
            try:
                while not slot.granted.is_set():
                    yield progress(waiting=self._slots.before(slot))
                    with suppress(TimeoutError):
                        await asyncio.wait_for(slot.granted.wait(), PAUSE)
            except (GeneratorExit, asyncio.CancelledError):
                self._slots.leave(slot)
                raise
            job = self._at(about, slot, question)
        self._number += 1
        listener = _Listener(asked, self._number)
        job.join(listener)
        if job.task is None:
            job.task = asyncio.create_task(self._work(job))
        try:
            event = progress()
            while event["event"] == "progress":
                event = await listener.events.get()
                yield event
        finally:
            job.leave(listener)

    def _joined(self, question: str, about: str) -> _Job | None:
        """Return the job that a question can be added to."""
        job = self._shared.get((question, about))
        return job if job is not None and job.may_be_joined else None

    async def _parted(self, question: str, about: str) -> _Job | None:
        """Return the job that a question can be added to, now or as soon as the last is left."""
        end = asyncio.get_running_loop().time() + PARTING
        while (question, about) in self._shared and asyncio.get_running_loop().time() < end:
            job = self._joined(question, about)
            if job is not None:
                return job
            await asyncio.sleep(PARTING / 20)
        return None

    def _at(self, about: str, slot: JobSlot, question: str) -> _Job:
        """Return the job for a slot; where others began it meanwhile, join them."""
        job = self._joined(question, about)
        if job is not None:
            self._slots.leave(slot)
            return job
        job = _Job(about, slot, question)
        if job.shared:
            self._shared[question, about] = job
        return job

    async def _work(self, job: _Job) -> None:
        """Forward a worker's events until all questions are answered or nobody listens."""
        finished = False
        try:
            job.begin(await self._take(job.about))
            while job.listeners:
                await self._one(job)
            finished = True
        except _Lost as lost:
            for listener in job.listeners:
                listener.events.put_nowait({"event": "failed", "error": str(lost)})
            if lost.late and not job.listeners[0].asked["start"]:
                self._remember(job, str(lost))
        finally:
            if self._shared.get((job.question, job.about)) is job:
                del self._shared[job.question, job.about]
            self._slots.leave(job.slot)
            if job.process is not None:
                self._put_back(job.about, job.process, finished)

    async def _one(self, job: _Job) -> None:
        """Wait for the answer to the oldest question."""
        assert job.process is not None
        clock = asyncio.get_running_loop().time
        deadline = clock() + max(self.limits.seconds, STARTING)
        while True:
            event = await _event(job.process, deadline, self.limits)
            if event["event"] == "begun":
                deadline = clock() + self.limits.seconds
                continue
            if event["event"] != "progress":
                break
            for listener in job.told:
                listener.events.put_nowait(event)
        if event.pop("too_large", False):
            self._remember(job, event["error"])
        job.listeners.popleft().events.put_nowait(event)

    def _remember(self, job: _Job, error: str) -> None:
        """Remember that a game is too large to solve, so that nobody waits for it again."""
        if job.question == "solve":
            self._too_large[job.about] = error
            while len(self._too_large) > REMEMBERED:
                del self._too_large[next(iter(self._too_large))]

    async def _take(self, about: str) -> Process:
        """Take an idle process, preferably the last that worked on the same game."""
        if self._closed:
            raise _Lost(LEAVING)
        order = sorted(self._idle, key=lambda pair: pair[0] != about)
        for pair in order:
            self._idle.remove(pair)
            if _is_alive(pair[1]):
                self.running.add(pair[1])
                return pair[1]
        return await self._start(about)

    async def prepare(self) -> None:
        """Start a process before it is needed, unless one is there."""
        if not self._idle and not self.running and not self._closed:
            with suppress(_Lost):
                self._put_back("", await self._start(""), finished=True)

    async def _start(self, about: str) -> Process:
        """Start a process."""
        # -P: a file of the user's folder must not pass for one of Python's modules.
        module = "boardproof.faces.web.worker"
        words = [sys.executable, "-P", "-m", module, str(self.limits.memory)]
        words += [str(self.limits.seconds), str(self.limits.room)]
        try:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        except OSError:
            raise _Lost("no worker process could be started: try again later") from None
        self.running.add(process)
        if self._closed:
            self._put_back(about, process, finished=False)
            raise _Lost(LEAVING)
        return process

    def _put_back(self, about: str, process: Process, finished: bool) -> None:
        self.running.discard(process)
        if finished and process.returncode is None:
            self._idle.append((about, process))
            return
        with suppress(ProcessLookupError):
            process.kill()

    def close(self) -> None:
        """End every process, and begin none."""
        self._closed = True
        for process in [*self.running, *(process for _, process in self._idle)]:
            with suppress(ProcessLookupError):
                process.kill()
        self._idle.clear()


def _is_alive(process: Process) -> bool:
    """Whether a process can still answer: that it ended may be known by its output alone."""
    assert process.stdout is not None
    return process.returncode is None and not process.stdout.at_eof()


class _Lost(Exception):
    """A worker without an answer: it ran out of time, or is gone."""

    def __init__(self, problem: str, late: bool = False) -> None:
        super().__init__(problem)
        self.late = late


def progress(**more: Any) -> Event:
    """Return the progress event of a question that has not begun."""
    return {"event": "progress", "ply": 0, "positions": 0, **more}


async def _event(process: Process, deadline: float, limits: JobLimits) -> Event:
    """Wait for the next line of a worker."""
    assert process.stdout is not None
    left = deadline - asyncio.get_running_loop().time()
    try:
        line = await asyncio.wait_for(process.stdout.readline(), max(left, 0))
    except TimeoutError:
        problem = f"stopped after {limits.seconds:g} s: {limits.instead}"
        raise _Lost(problem, late=True) from None
    except ValueError:
        raise _Lost("the answer is too large to be shown") from None
    if not line:
        raise _Lost("stopped: the worker exceeded its memory limit, or was killed")
    event: Event = json.loads(line)
    return event


class EventStream:
    """A response of server-sent events that closes its source when the browser disconnects."""

    def __init__(self, events: AsyncGenerator[Event, None], note: Callable[[Event], None]) -> None:
        self.events, self._note = events, note

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until there are no more, or the browser disconnects."""
        talking = asyncio.ensure_future(self._talk(send))
        leaving = asyncio.ensure_future(_gone(receive))
        await asyncio.wait([talking, leaving], return_when=asyncio.FIRST_COMPLETED)
        for task in (talking, leaving):
            task.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await task

    async def _talk(self, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async with aclosing(self.events) as events:
            async for event in events:
                self._note(event)
                data = {name: value for name, value in event.items() if name != "event"}
                text = f"event: {event['event']}\ndata: {json.dumps(data)}\n\n"
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
