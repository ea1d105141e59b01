"""A game solved on diagrams: sets of positions with the same value and distance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from ...errors import TooLarge
from ...packing.layout import Layout
from ...positions.position import Position
from ...statespace.algorithms import forced_values, rings_within
from ..solution import PositionValue, StrongSolution, endless_values
from .bdd.state_set import StateSet
from .statespace import SymbolicStateSpace

#: The positions of a game by value and distance, None for those from which it need not end.
Classes = dict[tuple[int, int | None], StateSet]


class SymbolicSolution(StrongSolution):
    """A state space solved: for each game, the positions by value and distance."""

    def __init__(self, space: SymbolicStateSpace) -> None:
        self.engine, self._space = space.engine, space
        self.positions = space.positions
        self.games = [
            self._classes(seat, endless) for seat, endless in enumerate(endless_values(space.rules))
        ]

    def _classes(self, seat: int, endless: int) -> Classes:
        """Return the positions as a player can end them against all others."""
        space, player = self._space, self._players[seat]
        ends: dict[int, StateSet] = {}
        for result, states in space.endings.items():
            worth = result.payoff(self._players)[player] - endless
            ends[worth] = ends[worth] | states if worth in ends else states
        own = space.moved_by([player])
        classes: Classes = {}
        for value, states in forced_values(space, player, ends).items():
            liked = value or endless
            eager = own if liked > 0 else space.going - own if liked < 0 else space.empty
            rings = rings_within(space, states, eager)
            classes |= {(value + endless, far): ring for far, ring in enumerate(rings)}
            if lasting := states - space.union(rings):
                classes[value + endless, None] = lasting
        return classes

    def look(self, position: Position) -> PositionValue | None:
        """Return the value of a position for each game, None where it was not reached."""
        here = self._space.singleton(position)
        if not here:
            return None
        rows = [next(row for row, states in game.items() if here <= states) for game in self.games]
        return PositionValue(tuple(value for value, _ in rows), tuple(far for _, far in rows))

    def each(self) -> Iterator[tuple[int | None, Position, PositionValue]]:
        """Yield every position with its value; its ply is not told."""
        for position in self._space.each(self._space.everything):
            yield None, position, self.look_up(position)

    def spectrum(self) -> dict[tuple[int, int | None], tuple[int, Position]]:
        """Return how many positions have each value and distance, and one of them, if two play."""
        if len(self.games) > 1:
            return {}
        return {row: (states.count, self._example(states)) for row, states in self.games[0].items()}

    def _example(self, states: StateSet) -> Position:
        """Return the example that other engines give: the least as it is packed."""
        sets, layout = self._space.sets, self._layout
        return next(sets.each(states)) if layout is None else sets.least(states, layout)

    @cached_property
    def _layout(self) -> Layout | None:
        try:
            return Layout(self.engine.rules.game)
        except TooLarge:
            return None

    @cached_property
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value."""
        by_value = [self._by_value(game) for game in self.games]
        counts: dict[tuple[int, ...], int] = {}
        for row in product(*by_value):
            met = self._space.everything
            for game, value in zip(by_value, row, strict=True):
                met = met & game[value]
            if met:
                payoffs = PositionValue(row, (None,) * len(row)).payoffs(self._players)
                counts[tuple(payoffs.values())] = met.count
        return dict(sorted(counts.items()))

    def _by_value(self, game: Classes) -> dict[int, StateSet]:
        values = dict.fromkeys(value for value, _ in game)
        return {
            value: self._space.union(states for (own, _), states in game.items() if own == value)
            for value in values
        }
