"""A deadline for work that keeps what it has when its time is over."""

from __future__ import annotations

import time

from .questions import PageQuestion


class OutOfTime(Exception):
    """The deadline has passed."""


class JobDeadline:
    """Forwards progress until a share of a question's time is over; knows how far it came.

    >>> clock = JobDeadline(PageQuestion({}, lambda ply, positions: None, memory=0), share=0.5)
    >>> clock(3, 100)
    >>> clock.ply, clock.over
    (3, False)
    """

    def __init__(self, question: PageQuestion, share: float) -> None:
        self._progress, self._end = question.progress, question.began + share * question.seconds
        self.ply, self.over = 0, False

    def __call__(self, ply: int, positions: int) -> None:
        """Report progress, or stop the work."""
        self.ply, self.over = max(ply, self.ply), time.monotonic() >= self._end
        if self.over:
            raise OutOfTime
        self._progress(ply, positions)
