"""Retrograde analysis where a game without end is worth what its positions say.

Each part of a stratum is a game by itself, whose ends are the values of what it leads to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from ...rules.elements import Player
from ...statespace.circles import Circles
from ...statespace.graph import take_in_rounds
from .retrograde import ExplicitRetrograde


class CirclingRetrograde(ExplicitRetrograde):
    """One player against all others; values are what they are, not counted from anything."""

    def __init__(
        self, circles: Circles, ends: dict[int, int], own: Sequence[bool], player: Player
    ) -> None:
        self._circles = circles
        self._worth = [payoff[player] for payoff in circles.payoffs]
        #: How many moves a value is away that lies outside the stratum, as its player hurries.
        self.leaving = [0] * len(own)
        super().__init__(circles.graph, ends, own, 0)

    def _values(self, ends: dict[int, int]) -> list[int]:
        """Return what the player can force, one stratum after those that it leads to."""
        self._forced = [ends.get(node, worth) for node, worth in enumerate(self._worth)]
        for node in self._circles.ending:
            if following := self.graph.targets[node]:
                best = max if self.own[node] else min
                self._forced[node] = best(self._forced[target] for target in following)
        for stratum, _, nodes in self._circles.parts:
            self._settle(stratum, nodes)
        return self._forced

    def _settle(self, stratum: int, nodes: Sequence[int]) -> None:
        """Find what is better than to stay, and then what the others can force that is worse."""
        worth, ends = self._worth[nodes[0]], defaultdict(set)
        for node in nodes:
            for target in self.graph.targets[node]:
                if self._circles.of[target] != stratum:
                    ends[self._forced[target]].add(target)
        decided: set[int] = set()
        for ours in True, False:
            for node in nodes:
                eager = self.own[node] == ours
                self._waiting[node] = 1 if eager else self._degrees[node]
            for node in decided:
                self._waiting[node] = 0
            wanted = (value for value in ends if value != worth and (value > worth) == ours)
            for value in sorted(wanted, reverse=ours):
                rounds = take_in_rounds(ends[value], self.graph.sources, self._waiting)
                for away, ring in enumerate(rounds):
                    for node in ring if away else ():
                        self._forced[node], self.leaving[node] = value, away
                        decided.add(node)
        for node in nodes:
            self._waiting[node] = 0

    @cached_property
    def _waiting(self) -> list[int]:
        return [0] * self.graph.size

    def _liked(self, node: int, value: int) -> int:
        return (value - self._worth[node]) or self._worth[node]

    def keeps_on(self, node: int, target: int) -> bool:
        """Whether a move that keeps the value does not go round in a circle that is worth less."""
        if self._circles.of[node] != self._circles.of[target] or not self.leaving[node]:
            return True
        hurries = (self.values[node] > self._worth[node]) == self.own[node]
        return not hurries or self.leaving[target] < self.leaving[node]
