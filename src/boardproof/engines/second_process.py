"""Work done in a second process meanwhile, where threads and memory allow one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import get_ident
from types import FrameType
from typing import Any, Self

from ..limits import Limits
from .cache import is_writable
from .race import Entrant, Messenger, Race

#: The memory that it takes.
ROOM = 512 << 20
DONE = "done"


def _is_alone() -> bool:
    """Whether no other thread works with engines.

    What one has locked to make code, a process that is forked meanwhile would wait for in vain.
    """
    frames = sys._current_frames()
    return not any(_is_within(frames[thread]) for thread in frames.keys() - {get_ident()})


def _is_within(frame: FrameType | None) -> bool:
    """Whether a thread that is there was called by anything in this package."""
    while frame is not None and not str(frame.f_globals.get("__name__")).startswith(__package__):
        frame = frame.f_back
    return frame is not None


class SecondProcess:
    """Work that a second process does meanwhile, if any, where threads and memory allow one.

    What goes wrong there is not told: who needs the work does it again.
    """

    def __init__(
        self, name: str, work: Callable[[], Any] | None, limits: Limits, after: float = 0.0
    ) -> None:
        self._race = Race(limits)
        spare = limits.threads > 1 and hasattr(os, "fork") and limits.has_room(ROOM)
        if work is not None and spare and is_writable():
            self._race.enter(Entrant(name, partial(_answer, work), after=after))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None:
        self._race.__exit__(*what)

    def begin(self) -> None:
        """Begin with the work, unless it is too soon, or another thread works with engines."""
        if not self._race.is_running and _is_alone():
            self._race.start_due()

    def is_done(self) -> bool:
        """Whether the work is done; begin with it where it is time to."""
        self.begin()
        return self._race.has_answers([DONE])

    def goes_on(self) -> bool:
        """Whether the work is being done, or will be."""
        return self._race.is_running or (self._race.is_due_later and _is_alone())

    def finish(self) -> Any:
        """Wait for the work, if it was begun; return what it came to, None where it did not."""
        if self._race.is_due_later and not self._race.is_running:
            return None
        result = self._race.run([DONE])
        if result.interrupted:
            raise KeyboardInterrupt
        return result.answers.get(DONE)


def _answer(work: Callable[[], Any], messenger: Messenger) -> None:
    with suppress(Exception):
        messenger.answer(DONE, work())
