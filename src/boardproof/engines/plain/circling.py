"""Retrograde analysis where a game without end is worth what its positions say.

A game that never ends stays in one component of the state graph, whose positions all lead to each
other. What it is worth is said of these positions, and must be the same for all of them; then each
component is a game by itself, whose ends are the values of what it leads to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from ...analysis.endless import ENDLESS_RULE, endless_result_at
from ...errors import RuleBroken
from ...positions.notation import write_position
from ...rules.elements import Player
from ...rules.results import Payoff
from ...statespace.components import components
from ...statespace.graph import StateGraph, take_in_rounds
from ..contract import Engine
from .retrograde import ExplicitRetrograde


class Circles:
    """The components of a state graph, and what is said of games that stay in each."""

    def __init__(self, engine: Engine, graph: StateGraph) -> None:
        self.graph = graph
        self._engine = engine
        self.components = list(components(graph.targets))
        self.of = [0] * graph.size
        for number, component in enumerate(self.components):
            for node in component:
                self.of[node] = number
        self.payoffs = [self._payoff(node) for node in range(graph.size)]
        for component in self.components:
            self._refuse_mixed(component)

    def _payoff(self, node: int) -> Payoff:
        rules = self._engine.rules
        said = endless_result_at(rules, self.graph.positions[node])
        return said.payoff(rules.game.players.elements)

    def _refuse_mixed(self, component: Sequence[int]) -> None:
        """Refuse games that can go back and forth between positions of different worth."""
        first, *others = component
        other = next((one for one in others if self.payoffs[one] != self.payoffs[first]), None)
        if other is not None:
            texts = sorted(write_position(self.graph.positions[one]) for one in (first, other))
            raise RuleBroken(
                "endless says different things of positions that a game can circle through: "
                f"{texts[0]} and {texts[1]}",
                self._engine.rules.functions[ENDLESS_RULE].place,
            )

    def turns_back(self, component: Sequence[int]) -> bool:
        """Whether a game can stay in a component."""
        return len(component) > 1 or component[0] in self.graph.targets[component[0]]


class CirclingRetrograde(ExplicitRetrograde):
    """One player against all others; values are what they are, not counted from anything."""

    def __init__(
        self, circles: Circles, ends: dict[int, int], own: Sequence[bool], player: Player
    ) -> None:
        self._circles = circles
        self._worth = [payoff[player] for payoff in circles.payoffs]
        #: How many moves a value is away that lies outside the component, as its player hurries.
        self.leaving = [0] * len(own)
        super().__init__(circles.graph, ends, own, 0)

    def _values(self, ends: dict[int, int]) -> list[int]:
        """Return what the player can force, one component after those that it leads to."""
        self._forced = [ends.get(node, worth) for node, worth in enumerate(self._worth)]
        for number, component in enumerate(self._circles.components):
            if self._circles.turns_back(component):
                self._settle(number, component)
            elif following := self.graph.targets[component[0]]:
                best = max if self.own[component[0]] else min
                self._forced[component[0]] = best(self._forced[target] for target in following)
        return self._forced

    def _settle(self, number: int, component: Sequence[int]) -> None:
        """Find what is better than to stay, and then what the others can force that is worse."""
        worth, ends = self._worth[component[0]], defaultdict(set)
        for node in component:
            for target in self.graph.targets[node]:
                if self._circles.of[target] != number:
                    ends[self._forced[target]].add(target)
        decided: set[int] = set()
        for ours in True, False:
            for node in component:
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
        for node in component:
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
