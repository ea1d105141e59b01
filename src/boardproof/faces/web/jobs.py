"""Long questions as jobs: each runs in a worker process for as long as somebody listens.

A job is one request, and its answer a stream of events. When the stream is closed, because the
question was taken back or the tab was, the process ends, whatever it was doing.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from .guard import Receive, Scope, Send

#: The longest line a worker may write.
LONGEST_LINE = 1 << 24


@dataclass(frozen=True)
class Limits:
    """How many questions run at once, how many wait, how long and how large each may grow."""

    workers: int = 2
    waiting: int = 64
    seconds: float = 120.0
    memory: int = 2 << 30


class Workers:
    """Worker processes, made when they are needed and kept for the next question."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._idle: list[tuple[str, Process]] = []
        self._places = asyncio.Semaphore(limits.workers)
        self._waiting = 0
        self.running: set[Process] = set()

    @property
    def full(self) -> bool:
        """Say whether no more questions may wait."""
        return self._waiting >= self.limits.waiting

    async def ask(self, asked: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Give the events of a question, the last of which is its answer or failure."""
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            async for event in self._asked(asked):
                yield event
        finally:
            self._places.release()

    async def _asked(self, asked: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        about = json.dumps([asked["game"], asked["parameters"]], sort_keys=True)
        process = await self._take(about)
        done = False
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            deadline = asyncio.get_running_loop().time() + self.limits.seconds
            while not done:
                event = await _event(process, deadline, self.limits.seconds)
                done = event["event"] != "progress"
                finished = done and not event.pop("lost", False)
                if done:
                    self._put_back(about, process, finished)
                yield event
        finally:
            if not done:
                self._put_back(about, process, False)

    async def _take(self, about: str) -> Process:
        """Take an idle process, best the one that last worked on the same game."""
        order = sorted(self._idle, key=lambda pair: pair[0] != about)
        for pair in order:
            self._idle.remove(pair)
            if pair[1].returncode is None:
                self.running.add(pair[1])
                return pair[1]
        # -P: a file of the user's folder must not pass for one of Python's modules.
        module = "boardproof.faces.web.worker"
        words = [sys.executable, "-P", "-m", module, str(self.limits.memory)]
        process = await asyncio.create_subprocess_exec(
            *words, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        self.running.add(process)
        return process

    def _put_back(self, about: str, process: Process, finished: bool) -> None:
        self.running.discard(process)
        if finished and process.returncode is None:
            self._idle.append((about, process))
            return
        with suppress(ProcessLookupError):
            process.kill()

    def close(self) -> None:
        """End every process."""
        for process in [*self.running, *(process for _, process in self._idle)]:
            with suppress(ProcessLookupError):
                process.kill()
        self._idle.clear()


async def _event(process: Process, deadline: float, seconds: float) -> dict[str, Any]:
    """Wait for the next line of a worker; one that is too late or gone has failed."""
    assert process.stdout is not None
    left = deadline - asyncio.get_running_loop().time()
    try:
        line = await asyncio.wait_for(process.stdout.readline(), max(left, 0))
    except TimeoutError:
        return _lost(
            f"stopped after {seconds:g} s: choose smaller parameters, or ask in the terminal"
        )
    except ValueError:
        return _lost("the answer is too long to be shown")
    if not line:
        return _lost("stopped: it took more memory than it may, or the worker was ended")
    event: dict[str, Any] = json.loads(line)
    return event


def _lost(error: str) -> dict[str, Any]:
    return {"event": "failed", "error": error, "lost": True}


class EventStream:
    """A response of server-sent events that ends its source when the browser goes away."""

    def __init__(self, events: AsyncIterator[dict[str, Any]]) -> None:
        self.events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until there are no more, or nobody listens."""
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
        async for event in self.events:
            text = f"event: {event.pop('event')}\ndata: {json.dumps(event)}\n\n"
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
