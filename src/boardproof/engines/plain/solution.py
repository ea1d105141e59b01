"""A state graph solved, by values that were found for all its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...analysis.endless import endless_varies
from ...packing.layout import Layout, fitting_layout
from ...positions.position import Position
from ...statespace.circles import Circles
from ...statespace.graph import StateGraph
from ..contract import Engine
from ..solution import Coding, PositionValue, StrongSolution, endless_values, games_of
from .circling import CirclingRetrograde
from .retrograde import ExplicitRetrograde

if TYPE_CHECKING:
    import numpy as np

    from ..spectrum import Spectrum

    Array = np.ndarray[Any, Any]


class PlainSolution(StrongSolution):
    """A state graph solved: for each game, all values and distances."""

    engine: Engine

    def __init__(self, engine: Engine, graph: StateGraph) -> None:
        self.engine, self.graph = engine, graph
        self.positions = graph.size
        movers, players = graph.movers, engine.rules.game.players
        payoffs = {number: result.payoff(players) for number, result in graph.results.items()}
        circles = Circles(engine, graph) if endless_varies(engine.rules) else None
        games = games_of(len(self._players))
        #: What values are counted from: where games without end differ, from nothing.
        self.endless = (0,) * games if circles else endless_values(engine.rules)
        self.games: list[ExplicitRetrograde] = []
        for player, endless in zip(self._players, self.endless, strict=False):
            ends = {number: payoff[player] - endless for number, payoff in payoffs.items()}
            own = [mover == player for mover in movers]
            self.games.append(
                CirclingRetrograde(circles, ends, own, player)
                if circles
                else ExplicitRetrograde(graph, ends, own, endless)
            )

    def keeps_on(self, position: Position, after: Position, seat: int) -> bool:
        """Whether a move that keeps the value goes where that comes of it."""
        game = self.games[seat if len(self.games) > 1 else 0]
        here, there = self.graph.number(position), self.graph.number(after)
        assert here is not None
        assert there is not None
        return game.keeps_on(here, there)

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
        return fitting_layout(self.engine.rules.game)

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
