"""What one thread of the search has for itself: its path, its records of moves, its counts."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..kernels.constants import FIELDS, SURELY

Array = np.ndarray[Any, Any]

#: The maximal depth; deeper positions are judged by the evaluation.
DEEPEST = SURELY - 2
#: About how many seconds the search runs before it returns, to be stopped or resumed.
PORTION = 0.002
#: The number of positions searched before it first does.
FIRST_PORTION = 256
#: Items between what two threads write all the time: no line of the cache has both.
APART = 16


class Searcher:
    """Searches in portions; a question that is left before its answer is forgotten."""

    def __init__(self, words: int, moves: int, players: int) -> None:
        plies = DEEPEST + 3
        self.path = [np.zeros(plies, np.uint64) for _ in range(words)]
        #: What moves lead to, ply by ply, and the number of each move.
        self.stack = [np.zeros(plies * moves, np.uint64) for _ in range(words)]
        self.which = np.zeros(plies * moves, np.int64)
        self._rows = [np.zeros((plies, moves), np.int64) for _ in range(2)]
        self._frame = np.zeros((plies, FIELDS), np.int64)
        self.history = _apart(moves * players)
        self.state = _apart(8)
        self.portion_size = FIRST_PORTION

    @property
    def nodes(self) -> int:
        """How many positions it searched since the question was asked."""
        return int(self.state[1])

    def stand(self, words: Sequence[Any]) -> None:
        """Stand at a position."""
        for column, word in zip(self.path, words, strict=True):
            column[0] = word

    def begin(self) -> None:
        """Begin with a question."""
        self.state[:] = 0
        # The record of good moves is kept in bounds: what was good lately counts more.
        if self.history.max(initial=0) > 1 << 28:
            self.history >>= 8

    def portion(
        self, search: Callable[..., int], rules: Any, question: Sequence[int], *known: Any
    ) -> bool:
        """Search for a short time; return whether there is an answer."""
        started = clock.perf_counter()
        done = search(
            rules, *question, self.nodes + self.portion_size, self.state, *self.path, *self.stack,
            self.which, *self._rows, self._frame, self.history, *known,
        )  # fmt: skip
        if not done:
            short = clock.perf_counter() - started < PORTION
            size = self.portion_size
            self.portion_size = max(64, size * 2 if short else size // 2)
        return done == 1


def _apart(count: int) -> Array:
    """Return zeros that share no line of the cache with anything else."""
    return np.zeros(count + 2 * APART, np.int64)[APART:-APART]
