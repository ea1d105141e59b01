"""Answers by a solver of clauses: one model at a time, or the proof that there is none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...positions.position import Position
from ...statespace.goals import Aim
from ..plain.ir import IrEngine
from .measures import Measures
from .search import Instances, ReachableSearch
from .transition import GameCircuit


class SatEngine(IrEngine):
    """Runs the IR as clauses; a question about one position needs none.

    What it is asked for are models: positions with some properties, games that lead to them.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = SatEngine(read(Diagonals(size=3)))
    >>> wins = Aim(results=frozenset({"A wins"}))
    >>> engine.is_over(engine.anywhere([wins]).first()), len(engine.reachable([wins]).first().moves)
    (True, 5)
    """

    name = "sat"

    @cached_property
    def circuit(self) -> GameCircuit:
        """The rules as circuits."""
        return GameCircuit(self.rules)

    @cached_property
    def measures(self) -> Measures:
        """What every move changes by the same amount."""
        return Measures(self.circuit)

    def anywhere(self, aims: Sequence[Aim], deadline: float | None = None) -> Instances:
        """Return the positions, reachable or not, that meet all of some aims.

        `deadline` is a time of `time.monotonic()`; after it, answers raise `Undecided`.
        """
        return Instances(self.circuit, aims, deadline)

    def reachable(
        self,
        aims: Sequence[Aim],
        depth: int | None = None,
        start: Position | None = None,
        deadline: float | None = None,
    ) -> ReachableSearch:
        """Return the search for games to positions that meet all of some aims."""
        return ReachableSearch(self.measures, aims, depth, start, deadline)
