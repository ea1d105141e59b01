"""Where a game without end is worth what the rulebook says of the positions it circles through.

All positions of a circle must be worth the same. So the positions from which games can go on for
ever are sorted into strata: from one position of a stratum to another the worth stays, and moves
out of it lead to strata before it, or to where all games end. Each is settled by those before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

from ..analysis.endless import ENDLESS_RULE, endless_result_at
from ..errors import RuleBroken
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.elements import Player
from ..rules.results import Result
from .components import components
from .graph import StateGraph
from .transition_system import TransitionSystem

if TYPE_CHECKING:
    from .base import States, StateSpace

#: Positions of a stratum that are worth the same: what is said of one of them, and the positions.
Stratum = list[tuple[Result, "States"]]


class Circles:
    """The positions of a state graph from which games can go on for ever, by strata."""

    def __init__(self, engine: TransitionSystem, graph: StateGraph) -> None:
        self.graph = graph
        self._engine = engine
        said = [endless_result_at(engine.rules, position) for position in graph.positions]
        self.payoffs = [one.payoff(engine.rules.game.players.elements) for one in said]
        #: The positions from which every game ends, each after those that it leads to.
        self.ending: list[int] = []
        #: The stratum of a position; 0 where every game ends.
        self.of = [0] * graph.size
        for component in components(graph.targets):
            self._sort(component)
        groups: dict[tuple[int, tuple[int, ...]], list[int]] = defaultdict(list)
        for node, stratum in enumerate(self.of):
            if stratum:
                groups[stratum, tuple(self.payoffs[node].values())].append(node)
        #: The strata from the first on: parts that are worth the same.
        self.parts = [
            (stratum, said[nodes[0]], nodes)
            for (stratum, _), nodes in sorted(groups.items(), key=lambda item: item[0])
        ]

    def _sort(self, component: Sequence[int]) -> None:
        """Find the stratum of positions that all lead to each other, given those they lead to."""
        self._refuse_mixed(component)
        worth = self.payoffs[component[0]]
        following = {end for node in component for end in self.graph.targets[node]}
        turns_back = not following.isdisjoint(component)
        lower = [
            self.of[end] + (self.payoffs[end] != worth)
            for end in following.difference(component)
            if self.of[end]
        ]
        stratum = max([*lower, int(turns_back)])
        self.ending += component if not stratum else []
        for node in component:
            self.of[node] = stratum

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


def refuse_mixed(engine: TransitionSystem, position: Position) -> NoReturn:
    """Name two positions that differ, of a circle that a position leads to."""
    Circles(engine, StateGraph(engine, start=position))
    raise AssertionError("all circles are worth the same all round")


def strata(space: StateSpace) -> Iterator[Stratum]:
    """Yield the strata of a space, from the first on."""
    left = space.infinite_plays
    worths = _worths(space, left)
    while left:
        parts = [(said, where & left) for said, where in worths]
        changing = space.union(part & space.before(left - part) for _, part in parts)
        stratum = left - _leading(space, changing, left)
        if not stratum:
            refuse_mixed(space.engine, next(space.each(left)))
        yield [(said, part & stratum) for said, part in parts]
        left = left - stratum


def _worths(space: StateSpace, states: States) -> Stratum:
    """Split positions by what a game without end is worth there."""
    by_payoff: dict[tuple[int, ...], tuple[Result, States]] = {}
    for said, where in space.split(states, ENDLESS_RULE).items():
        payoff = tuple(said.payoff(space.rules.game.players.elements).values())
        first, others = by_payoff.get(payoff, (said, space.empty))
        by_payoff[payoff] = first, others | where
    unsaid = states - space.union(where for _, where in by_payoff.values())
    for position in space.each(unsaid):
        endless_result_at(space.rules, position)  # which says what is wrong
    return list(by_payoff.values())


def _leading(space: StateSpace, states: States, within: States) -> States:
    """Return the positions of a set from which games can come to some of it."""
    new = states
    while new:
        new = (space.before(new) & within) - states
        states = states | new
    return states


def circling_rings(
    space: StateSpace, who: frozenset[Player], target: States, meets: Callable[[Result], bool]
) -> list[States]:
    """Return from where players can force a target if games without end count, the nearest first.

    Who always goes as near as possible comes to the target, or stays in a circle whose worth meets
    what is wanted.
    """
    others = frozenset(space.rules.game.players.elements) - who
    ending = space.everything - space.infinite_plays
    rings = [target, *(ring & ending for ring in space.attractor(who, target).rings[1:])]
    won, known = space.union(rings), ending
    for stratum in space.strata():
        staying = space.union(part for said, part in stratum if meets(said))
        leaving = space.union(part for _, part in stratum) - staying
        broken = space.attractor(others, known - won, staying).states
        further = [staying - broken, *space.attractor(who, won, leaving).rings[1:]]
        rings += further
        won, known = won | space.union(further), known | staying | leaving
    return rings
