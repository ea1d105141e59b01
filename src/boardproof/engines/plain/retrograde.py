"""Retrograde analysis of a state graph: it defines what every solution means.

Ends have their values. A position gets the value of its best move once that is settled, or once
all its moves are; so the moves not settled yet are counted for each position. What is never
settled can go on forever: nobody can force anything better, and it is a draw by repetition.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...errors import TooLarge
from ...packing.layout import Layout
from ...positions.position import Position
from ...statespace.graph import StateGraph, take_in_rounds
from ..contract import Engine
from ..solution import Coding, PositionValue, StrongSolution, endless_values

if TYPE_CHECKING:
    import numpy as np

    from ..spectrum import Spectrum

    Array = np.ndarray[Any, Any]


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
                liked = value or self._endless  # who likes a game without end ends it all the same
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

    def _keeping(self, number: int) -> int:
        """Return how many moves of a position keep its value."""
        values = self.values
        return sum(values[target] == values[number] for target in self.graph.targets[number])


class PlainSolution(StrongSolution):
    """A state graph solved: for each game, all values and distances."""

    engine: Engine

    def __init__(self, engine: Engine, graph: StateGraph) -> None:
        self.engine, self.graph = engine, graph
        self.positions = graph.size
        movers = [engine.player_to_move(position) for position in graph.positions]
        payoffs = {
            number: payoff
            for number, position in enumerate(graph.positions)
            if movers[number] is None and (payoff := engine.payoff(position)) is not None
        }
        self.games = []
        self.endless = endless_values(engine.rules)
        for player, endless in zip(self._players, self.endless, strict=False):
            ends = {number: payoff[player] - endless for number, payoff in payoffs.items()}
            own = [mover == player for mover in movers]
            self.games.append(ExplicitRetrograde(graph, ends, own, endless))

    def row(self, number: int) -> PositionValue:
        """Return the value of the position with that number."""
        return PositionValue(
            tuple(g.values[number] + e for g, e in zip(self.games, self.endless, strict=True)),
            tuple(game.distances[number] for game in self.games),
        )

    def each(self) -> Iterator[tuple[int | None, Position, PositionValue]]:
        """Yield every position with its value, and with its ply where it can have one only."""
        for number, position in enumerate(self.graph.positions):
            ply = self.graph.plies[number] if self.graph.layered else None
            yield ply, position, self.row(number)

    def look(self, position: Position) -> PositionValue | None:
        """Return the value of a position for each game, None where it was not reached."""
        number = self.graph.number(position)
        return None if number is None else self.row(number)

    def spectrum(self) -> dict[tuple[int, int | None], tuple[int, Position]]:
        """Return how many positions have each value and distance, and one of them, if two play."""
        if len(self.games) > 1:
            return {}
        (game,), (end,) = self.games, self.endless
        rows = [(v + end, far) for v, far in zip(game.values, game.distances, strict=True)]
        # The example that other engines give: the least as it is packed.
        ordered = sorted(zip(rows, self.graph.positions, strict=True), key=self._packing_order)
        examples = dict(reversed(ordered))
        return {row: (number, examples[row]) for row, number in Counter(rows).items()}

    def _packing_order(self, row: tuple[Any, Position]) -> tuple[int, ...]:
        """Return the words of a position, the last first; nothing where it is too wide."""
        return () if self._layout is None else self._layout.pack(row[1])[::-1]

    @cached_property
    def _layout(self) -> Layout | None:
        try:
            return Layout(self.engine.rules.game)
        except TooLarge:
            return None

    @cached_property
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value."""
        return self.count(range(self.positions))

    def count(self, numbers: Iterable[int]) -> dict[tuple[int, ...], int]:
        """Return how many of some positions have each value."""
        rows = (tuple(self.row(number).payoffs(self._players).values()) for number in numbers)
        return dict(sorted(Counter(rows).items()))


class PlainBuild:
    """A plain solution handed out layer by layer, its positions packed and sorted."""

    stored: bool = False

    def __init__(self, solution: PlainSolution) -> None:
        self._solution, graph = solution, solution.graph
        self._layout = Layout(solution.engine.rules.game)
        self.positions = self.classes = solution.positions
        self.layers = len(graph.by_ply) if graph.layered else 1
        longest = max(d or 0 for game in solution.games for d in game.distances)
        bits = (longest + 1).bit_length()
        self.coding = Coding(len(solution.games), bits, solution.endless)

    @cached_property
    def _packed(self) -> list[list[tuple[tuple[int, ...], int]]]:
        """The positions of each layer: the words, last word first, and the number."""
        graph = self._solution.graph
        packed: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in range(self.layers)]
        for number, position in enumerate(graph.positions):
            layer = graph.plies[number] if self.layers > 1 else 0
            packed[layer].append((self._layout.pack(position)[::-1], number))
        return [sorted(layer) for layer in packed]

    def words(self, layer: int) -> Sequence[Array]:
        """Return the words of a layer's positions: one array for each word."""
        import numpy as np

        rows = zip(*(words[::-1] for words, _ in self._packed[layer]), strict=True)
        return [np.array(column, np.uint64) for column in rows]

    def parts(self, layer: int, codes: Array) -> Iterator[tuple[Sequence[Array], Array]]:
        """Yield the words of a layer's positions and what they were settled to, all at once."""
        yield self.words(layer), codes

    def settle(self, layer: int, following: Array | None) -> Array:
        """Return the numbers of a layer; all of them are known already."""
        import numpy as np

        games, code = self._solution.games, self.coding.code
        rows = [
            [code(game.values[number], game.distances[number]) for game in games]
            for _, number in self._packed[layer]
        ]
        return np.array(rows, np.int32)

    def spectrum(self, layer: int, codes: Array) -> Spectrum:
        """Return how many positions of a layer have each code of the first game."""
        from ..spectrum import spectrum_of

        return spectrum_of(self.words(layer), codes[:, 0])

    def counts(self, layer: int, codes: Array) -> dict[tuple[int, ...], int]:
        """Return how many positions of a layer have each value."""
        return self._solution.count(number for _, number in self._packed[layer])
