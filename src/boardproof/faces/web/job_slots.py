"""Slots for running questions: a fixed number, and some reserved for short ones."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False)
class JobSlot:
    """A slot that a question holds or waits for."""

    short: bool
    granted: asyncio.Event = field(default_factory=asyncio.Event)


class JobSlots:
    """Grants slots in the order of requests; a short question never waits for long ones.

    >>> slots = JobSlots(workers=1, short=1)
    >>> one, two, small = slots.take(False), slots.take(False), slots.take(True)
    >>> one.granted.is_set(), two.granted.is_set(), small.granted.is_set(), slots.before(two)
    (True, False, True, 1)
    >>> slots.leave(one)
    >>> two.granted.is_set()
    True
    """

    def __init__(self, workers: int, short: int) -> None:
        self._most, self._long = workers + short, workers
        self._taken: list[JobSlot] = []
        self._queue: list[JobSlot] = []

    def take(self, short: bool) -> JobSlot:
        """Request a slot; it is granted at once if one is free."""
        slot = JobSlot(short)
        self._queue.append(slot)
        self._grant()
        return slot

    def leave(self, slot: JobSlot) -> None:
        """Release a slot, or stop waiting for it."""
        (self._taken if slot in self._taken else self._queue).remove(slot)
        self._grant()

    def before(self, slot: JobSlot) -> int:
        """Return how many questions are ahead: those that it waits for, running or queued."""
        ahead = self._queue[: self._queue.index(slot)] if slot in self._queue else []
        return sum(slot.short or not one.short for one in [*self._taken, *ahead])

    def _grant(self) -> None:
        for slot in list(self._queue):
            long = sum(not one.short for one in self._taken)
            if len(self._taken) < self._most and (slot.short or long < self._long):
                self._queue.remove(slot)
                self._taken.append(slot)
                slot.granted.set()
