"""Retrograde analysis of a state graph: it defines what every solution means.

Ends have their values. A position gets the value of its best move once that is settled, or once
all its moves are; so the moves not settled yet are counted for each position. What is never
settled can go on forever: nobody can force anything better, and it is a draw by repetition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ...statespace.graph import StateGraph, take_in_rounds


class ExplicitRetrograde:
    """One player against all others on a state graph: `own` says where that player moves.

    Values are counted from that of a game without end.
    """

    def __init__(
        self, graph: StateGraph, ends: dict[int, int], own: Sequence[bool], endless: int
    ) -> None:
        self.graph, self.own, self._degrees = graph, own, graph.targets.degrees()
        self._endless = endless
        self.values = self._values(ends)
        self.distances = self._distances()

    def _values(self, ends: dict[int, int]) -> list[int]:
        """Return what the player can force: the highest ends first, then the lowest.

        Who wants an end needs one move to what is settled; the others wait until all are.
        """
        by_value = defaultdict(list)
        for number, value in ends.items():
            by_value[value].append(number)
        values = [0] * len(self.own)
        for ours in True, False:
            waiting = [
                0 if value else 1 if own == ours else degree
                for value, own, degree in zip(values, self.own, self._degrees, strict=True)
            ]
            for value in sorted(by_value, reverse=ours):
                if value and (value > 0) == ours:
                    for ring in take_in_rounds(by_value[value], self.graph.sources, waiting):
                        for number in ring:
                            values[number] = value
        return values

    def _distances(self) -> list[int | None]:
        """Return how long games last by moves that keep the value, in rounds from their ends on."""
        by_value = defaultdict(list)
        for number, value in enumerate(self.values):
            by_value[value].append(number)
        distances: list[int | None] = [None] * len(self.own)
        waiting = [0] * len(self.own)
        for value, numbers in by_value.items():
            for number in numbers:
                liked = self._liked(number, value)
                eager = liked > 0 if self.own[number] else liked < 0
                waiting[number] = 1 if eager else self._keeping(number)
            ends = [number for number in numbers if not self._degrees[number]]
            rounds = take_in_rounds(ends, self.graph.sources, waiting)
            for distance, ring in enumerate(rounds):
                for number in ring:
                    distances[number] = distance
            for number in numbers:
                waiting[number] = 0
        return distances

    def _liked(self, number: int, value: int) -> int:
        """Return what makes the player hurry: who likes a game without end ends it all the same."""
        return value or self._endless

    def _keeping(self, number: int) -> int:
        """Return how many moves of a position keep its value."""
        values = self.values
        return sum(values[target] == values[number] for target in self.graph.targets[number])

    def keeps_on(self, number: int, target: int) -> bool:
        """Whether a move that keeps the value goes where that comes of it, once nothing ends."""
        return True
