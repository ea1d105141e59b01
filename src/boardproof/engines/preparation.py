"""Code made in a second process while this one already works, or makes other code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import get_ident
from types import FrameType
from typing import Any, Self

from ..ir.rules import Rules
from ..limits import Limits
from .cache import is_writable
from .profile import EngineProfile
from .race import Entrant, Messenger, Race

#: After how many seconds of other work it is begun: most of what is small is done by then.
DELAY = 0.8
#: The memory that it takes.
ROOM = 512 << 20
#: How many positions are visited for it: few games have code that so many do not need.
ENOUGH = 1 << 18
MADE = "made"


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


class CodeMaker:
    """A second process that makes code for the cache, where there is a core and memory for one."""

    def __init__(
        self, name: str, make: Callable[[Messenger], None] | None, limits: Limits, after: float
    ) -> None:
        self._race = Race(limits)
        spare = limits.threads > 1 and hasattr(os, "fork") and limits.has_room(ROOM)
        if make is not None and spare and is_writable():
            self._race.enter(Entrant(name, make, after=after))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None:
        self._race.__exit__(*what)

    def is_done(self) -> bool:
        """Whether the code is made; begin with it where it is time to."""
        if not self._race.is_running and _is_alone():
            self._race.start_due()
        return self._race.has_answers([MADE])

    def goes_on(self) -> bool:
        """Whether the code is being made, or will be."""
        return self._race.is_running or (self._race.is_due_later and _is_alone())

    def finish(self) -> None:
        """Wait for the code, if it was begun: who needs it now would have to make it again."""
        if self._race.is_running and self._race.run([MADE]).interrupted:
            raise KeyboardInterrupt


class Preparation(CodeMaker):
    """An engine for some work, if one is wanted: its code is made meanwhile, for the cache."""

    def __init__(
        self,
        profile: EngineProfile | None,
        work: Callable[[Any, Limits], Any],
        rules: Rules,
        limits: Limits,
    ) -> None:
        make = None if profile is None else partial(_begin, profile, work, rules, limits)
        super().__init__(profile.name if profile else "", make, limits, DELAY)


def _begin(
    profile: EngineProfile,
    work: Callable[[Any, Limits], Any],
    rules: Rules,
    limits: Limits,
    messenger: Messenger,
) -> None:
    """Begin the work, so that all code that it needs is made."""
    limits = limits.reporting(lambda ply, positions: None).bounded(positions=ENOUGH)
    with suppress(Exception):  # an engine that refuses the rules has made nothing
        engine = profile.engine()(rules)
        with suppress(Exception):  # who does the work will meet it again, and tell
            work(engine, limits)
        messenger.answer(MADE, True)
