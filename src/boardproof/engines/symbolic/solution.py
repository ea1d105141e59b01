"""A game solved on diagrams: sets of positions with the same value and distance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from ...packing.layout import Layout, fitting_layout
from ...positions.position import Position
from ...statespace.algorithms import forced_values, rings_within
from ..solution import PositionValue, StrongSolution, endless_values
from .bdd.state_set import StateSet
from .statespace import SymbolicStateSpace

#: A value and a distance, None where the game need not end.
Row = tuple[int, int | None]
#: The positions of a game by value and distance.
Classes = dict[Row, StateSet]


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
        return _value(rows)

    def each(self) -> Iterator[tuple[int | None, Position, PositionValue]]:
        """Yield every position with its value, and with its ply where it can have one only."""
        for ply, layer in enumerate(self._space.layers):
            for rows, states in self._parts.items():
                for position in self._space.sets.each(layer & states):
                    yield (ply if self._graded else None), position, _value(rows)

    @cached_property
    def _graded(self) -> bool:
        """Whether every move leads from a ply to the next."""
        layers = [*self._space.layers, self._space.empty]
        return all(self._space.after(here) <= there for here, there in pairwise(layers))

    @cached_property
    def _parts(self) -> dict[tuple[Row, ...], StateSet]:
        """The positions by their value and distance in every game."""
        parts: dict[tuple[Row, ...], StateSet] = {(): self._space.everything}
        for game in self.games:
            parts = {
                (*rows, row): met
                for rows, states in parts.items()
                for row, own in game.items()
                if (met := states & own)
            }
        return parts

    def spectrum(self) -> dict[Row, tuple[int, Position]]:
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
        return fitting_layout(self.engine.rules.game)

    @cached_property
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value."""
        counts: Counter[tuple[int, ...]] = Counter()
        for rows, states in self._parts.items():
            counts[tuple(_value(rows).payoffs(self._players).values())] += states.count
        return dict(sorted(counts.items()))


def _value(rows: Sequence[Row]) -> PositionValue:
    return PositionValue(tuple(value for value, _ in rows), tuple(far for _, far in rows))
