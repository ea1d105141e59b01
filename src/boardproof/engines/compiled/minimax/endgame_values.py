"""Values of endgames: worked out in layers, by how much is in play, and more as time goes on.

A layer rests on itself and on those with less in play. Those of a search that goes on for long are
worked out while it does, each once it is small beside what has been searched.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from ....packing.layout import Layout
from ..kernels.constants import OPEN, UNKNOWN
from ..kernels.intrinsics import RuleFault
from .endgame_table import EndgameTable

Array = np.ndarray[Any, Any]

#: A layer is worked out once so many times as many positions have been searched.
WORTH_WHILE = 4
#: The number of endgames worked out at a time, before somebody may say stop.
AT_ONCE = 1 << 15


class EndgameValues:
    """Endgames with no more than `reach` in play, -1 for none; at most `most` in number.

    A layer that is begun goes on at every call of `widen` until it is there.
    """

    def __init__(
        self, machine: ModuleType, table: EndgameTable | None, layout: Layout, moves: int, most: int
    ) -> None:
        self._machine, self._table, self._most = machine, table, most
        self._rules: Any = 0
        #: What the search looks up: replaced all at once, for threads may be about to look.
        self.known: tuple[Array, Array, int] = np.zeros(1, np.int8), np.zeros((1, 1), np.int64), -1
        self._stack = [np.zeros(moves, np.uint64) for _ in range(layout.words)]
        self._which = np.zeros(moves, np.int64)
        self._next: tuple[Array, Array] | None = None
        self._at, self._settled = 0, 0

    @property
    def reach(self) -> int:
        """How much may be in play in endgames that are worked out."""
        return self.known[2]

    def start(self, rules: Any, count: int) -> None:
        """Work out as many layers as have this many endgames in all; `rules` list moves."""
        self._rules = rules
        reach = self._table.reach(min(count, self._most)) if self._table else -1
        while self.reach < reach and self.widen():
            pass

    def due(self, nodes: int) -> bool:
        """Whether the next layer is worth its while, after so many positions searched."""
        table = self._table
        if table is None or self.reach < 0 or self.reach >= table.most:
            return False
        wider = table.positions(self.reach + 1)
        layer = wider - table.positions(self.reach)
        return wider <= self._most and WORTH_WHILE * layer <= nodes

    def widen(self) -> bool:
        """Work on the next layer for a short time; return whether there is more to be had."""
        assert self._table is not None
        values, choices = self._next or self._begin(self._table)
        in_play = self.reach + 1
        cells, others = len(self._table.cells), len(self._table.others)
        first, last = int(choices[cells - 1, in_play]), int(choices[cells - 1, in_play + 1])
        start = first + self._at
        end = min(start + AT_ONCE, last)
        words = np.array(self._table.others, np.uint64).T.copy()
        try:
            self._settled += self._machine.work_out(
                self._rules, values, choices, in_play, start, end, *words, *self._stack, self._which
            )
        except RuleFault:  # by an unreachable position
            self._most = 0
            return False
        self._at += end - start
        if end == last:
            layer = values[first * others : last * others]
            if not self._settled or OPEN not in layer:
                layer[layer == OPEN] = UNKNOWN  # it leads round in circles
                self.known, self._next = (values, choices, in_play), None
            self._at, self._settled = 0, 0
        return True

    def _begin(self, table: EndgameTable) -> tuple[Array, Array]:
        """Make room for the next layer; what is known keeps its number."""
        in_play = self.reach + 1
        values = np.full(table.positions(in_play), OPEN, np.int8)
        if in_play:
            values[: table.positions(self.reach)] = self.known[0]
        self._next = values, table.choices(in_play)
        return self._next
