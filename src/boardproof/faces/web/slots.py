"""Room for questions at work: so many at once, and some of it for short ones alone."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False)
class JobSlot:
    """A place that somebody has or waits for."""

    short: bool
    given: asyncio.Event = field(default_factory=asyncio.Event)


class JobSlots:
    """Gives places in the order they were asked for; a short question never waits for long ones.

    >>> room = JobSlots(workers=1, short=1)
    >>> one, two, small = room.take(False), room.take(False), room.take(True)
    >>> one.given.is_set(), two.given.is_set(), small.given.is_set(), room.before(two)
    (True, False, True, 1)
    >>> room.leave(one)
    >>> two.given.is_set()
    True
    """

    def __init__(self, workers: int, short: int) -> None:
        self._most, self._long = workers + short, workers
        self._taken: list[JobSlot] = []
        self._queue: list[JobSlot] = []

    def take(self, short: bool) -> JobSlot:
        """Ask for a place; it is given at once if there is one."""
        place = JobSlot(short)
        self._queue.append(place)
        self._give()
        return place

    def leave(self, place: JobSlot) -> None:
        """Give a place up, or wait for it no longer."""
        (self._taken if place in self._taken else self._queue).remove(place)
        self._give()

    def before(self, place: JobSlot) -> int:
        """Say how many a place waits for: those at work where it may work, those asked before."""
        ahead = self._queue[: self._queue.index(place)] if place in self._queue else []
        return sum(place.short or not one.short for one in [*self._taken, *ahead])

    def _give(self) -> None:
        for place in list(self._queue):
            long = sum(not one.short for one in self._taken)
            if len(self._taken) < self._most and (place.short or long < self._long):
                self._queue.remove(place)
                self._taken.append(place)
                place.given.set()
