"""Strong solutions: the value and the distance of every reachable position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ....limits import Limits
from ....positions.moves import Move
from ....positions.position import Position
from ....rules.domains import Player
from ...position_value import games_of
from ...solution import Coding
from ..bfs.layers import PositionLayers
from ..bfs.visited import Column
from ..kernels.constants import FINISHING, VALUING
from .retrograde import Retrograde, SingleLayer

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: Where no ply bounds the distance, it has so many bits.
LONG = 20


class SolutionPass(Retrograde):
    """Settles positions to values with distances."""

    kernel = "solve"

    def __init__(self, layers: PositionLayers, limits: Limits) -> None:
        self.payoffs = payoffs(layers.engine)
        most = int(np.abs(self.payoffs).max(initial=1))
        bits = layers.plies.bit_length() + 1 if layers.graded else LONG
        kind = next(k for k in (np.int16, np.int32, np.int64) if (most + 2) << bits < _end(k))
        self.coding = Coding(self.payoffs.shape[1], bits)
        self.bits = bits + most.bit_length() + 1
        self.unset = -_end(kind)
        super().__init__(layers, limits, self.coding.games, kind)

    def more(self, layer: int) -> tuple[Any, ...]:
        """Give what every result pays, and how codes are read."""
        return self.payoffs, self.coding.bits, self.unset

    def close_loops(self, whole: SingleLayer) -> None:
        """Take what is left for a draw that is held for ever, till somebody can do better.

        Values move away from nothing only, so they come to rest at what can be forced. Then the
        distances come down from none to what they are.
        """
        whole.codes[whole.rows] = self.coding.code(0, None)
        whole.until_stable(VALUING)
        whole.until_stable(FINISHING)


def payoffs(engine: CompiledEngine) -> Column:
    """Give for every result's number what it pays in each game, nothing for none."""
    players = engine.game.players
    paid = np.zeros((engine.results, games_of(list(players))), np.int64)
    for code in range(1, engine.results):
        result = engine.result_of(code)
        assert result is not None
        paid[code] = list(result.payoff(players).values())[: paid.shape[1]]
    return paid


def _end(kind: Any) -> int:
    return int(np.iinfo(kind).max)


class CompiledBuild:
    """A solution on its way, by the compiled engine."""

    def __init__(self, engine: CompiledEngine, limits: Limits) -> None:
        self._engine, self._limits = engine, limits
        self._found = PositionLayers(engine, limits)
        self._solving = SolutionPass(self._found, limits)
        self.positions, self.classes = self._found.positions, self._found.classes
        self.layers, self.coding = len(self._found.words), self._solving.coding

    def words(self, layer: int) -> Sequence[Column]:
        """Give the words of a layer's positions: one array for each word."""
        return self._found.words[layer]

    def settle(self, layer: int, following: Column | None) -> Column:
        """Settle a layer, given what the layer after it was settled to; None after the last."""
        return self._solving.settle(layer, following)

    def counts(self, layer: int, codes: Column) -> dict[tuple[int, ...], int]:
        """Say how many positions of a settled layer have each value, all that are alike counted."""
        paid = self._solving.payoffs
        least, games = int(paid.min(initial=0)), self.coding.games
        base = int(paid.max(initial=0)) - least + 1
        tally = np.zeros(base**games, np.int64)
        self._found.kernel("weigh_values")(
            *self._found.words[layer], codes, self.coding.bits, least, base, tally,
            *self._found.images,
        )  # fmt: skip
        return {
            self.everybody(_digits(int(number), base, games, least)): int(tally[number])
            for number in np.nonzero(tally)[0]
        }

    def everybody(self, values: Sequence[int]) -> tuple[int, ...]:
        """Give what every player gets, from the values of the games."""
        if len(self._engine.game.players) == 2:
            return (int(values[0]), -int(values[0]))
        return tuple(map(int, values))

    def find(self, position: Position) -> tuple[int, int] | None:
        """Give a position's layer and its row there, None where it is not reachable."""
        return self._found.find(position)

    def at(self, position: Position) -> tuple[int, int]:
        """Give a position's layer and its row there, or say that it is not reachable."""
        return self._found.at(position)

    def solved(self, codes: Sequence[Column]) -> CompiledSolution:
        """Give the solution, once all layers are settled."""
        return CompiledSolution(self._engine, self, codes)

    def solve(self) -> CompiledSolution:
        """Settle all layers, from the last to the first."""
        codes: list[Column] = []
        for layer in reversed(range(self.layers)):
            codes.append(self.settle(layer, codes[-1] if codes else None))
        return self.solved(codes[::-1])


def _digits(number: int, base: int, games: int, least: int) -> list[int]:
    """Read a number as a value for each game, the last game in its lowest digit."""
    found = []
    for _ in range(games):
        number, digit = divmod(number, base)
        found.append(digit + least)
    return found[::-1]


class CompiledSolution:
    """The value and the distance of every reachable position, in memory."""

    def __init__(
        self, engine: CompiledEngine, build: CompiledBuild, codes: Sequence[Column]
    ) -> None:
        self._engine, self._build, self._codes = engine, build, codes
        self._coding, self.positions = build.coding, build.positions

    @cached_property
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value."""
        found: Counter[tuple[int, ...]] = Counter()
        for layer, codes in enumerate(self._codes):
            found.update(self._build.counts(layer, codes))
        return dict(sorted(found.items(), reverse=True))

    def _row(self, position: Position) -> list[int]:
        layer, row = self._build.at(position)
        return [int(code) for code in self._codes[layer][row]]

    def value(self, position: Position) -> dict[Player, int]:
        """Say what each player can make sure of from a reachable position."""
        values = [self._coding.value(code) for code in self._row(position)]
        players = self._engine.game.players
        return dict(zip(players, self._build.everybody(values), strict=True))

    def distance(self, position: Position) -> int | None:
        """Say how many moves the game goes on, None where it can be held for ever."""
        row = self._row(position)
        if len(row) == 1 or self._engine.is_over(position):
            return self._coding.distance(row[0])
        return self._coding.distance(row[self._seat(position)])

    def _seat(self, position: Position) -> int:
        return self._engine.game.players.index(self._engine.player_to_move(position))

    def best(self, position: Position) -> list[Move]:
        """List the moves that keep what the one to move can make sure of, on the way to take."""
        following = self._engine.successors(position)
        if not following:
            return []
        seat = self._seat(position)
        seen = [(self._seen(after, seat), move) for move, after in following]
        (value, _), _ = best = max(seen, key=lambda one: one[0])
        if value == 0:
            return [move for (other, _), move in seen if other == 0]
        return [move for key, move in seen if key == best[0]]

    def _seen(self, position: Position, seat: int) -> tuple[int, int]:
        """Give a position's value as a player sees it, and how much its distance is liked."""
        row = self._row(position)
        code = row[0] if len(row) == 1 else row[seat]
        value = self._coding.value(code) * (-1 if len(row) == 1 and seat else 1)
        distance = code & self._coding.never
        return value, -distance if value > 0 else distance
