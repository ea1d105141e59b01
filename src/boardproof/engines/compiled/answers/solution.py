"""Strong solutions: the value and the distance of every reachable position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ....analysis.endless import endless_varies
from ....ir.rules import Rules
from ....limits import Limits
from ....positions.position import Position
from ...solution import Coding, PositionValue, StrongSolution, endless_values, games_of
from ...spectrum import Spectrum, joined, spectrum_of
from ..bfs.layers import PositionLayers
from ..bfs.visited import Column
from ..kernels.constants import FINISHING, VALUING
from .circling import EndlessResults, Strata
from .result_table import payoffs
from .retrograde import Retrograde, SingleLayer, UnsettledPositions

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: The bits of a distance that no ply bounds.
LONG = 20


class SolutionPass(Retrograde):
    """Settles positions to values with distances."""

    kernel = "solve"

    def __init__(self, layers: PositionLayers, limits: Limits) -> None:
        games = games_of(len(layers.engine.game.players))
        endless = self.counted_from(layers.engine.rules, games)
        self.payoffs = np.ascontiguousarray(payoffs(layers.engine)[:, :games])
        self.payoffs[1:] -= np.array(endless)
        most = int(np.abs(self.payoffs).max(initial=1))
        bits = layers.plies.bit_length() + 1 if layers.graded else LONG
        kind = next(k for k in (np.int16, np.int32, np.int64) if (most + 2) << bits < _end(k))
        self.coding = Coding(self.payoffs.shape[1], bits, endless)
        self.bits = bits + most.bit_length() + 1
        self.unset = -_end(kind)
        super().__init__(layers, limits, self.coding.games, kind)

    def counted_from(self, rules: Rules, games: int) -> tuple[int, ...]:
        """Return what values are counted from: that of a game without end."""
        return endless_values(rules)

    def worths(self, columns: Sequence[Column]) -> Column:
        """Return what a game without end is worth, as values are counted: a row for all."""
        return np.zeros((1, self.coding.games), np.int64)

    def more(self, columns: Sequence[Column]) -> tuple[Any, ...]:
        """Return what every result pays, what no end does, and how codes are read."""
        counted, worths = np.array(self.coding.endless), self.worths(columns)
        return self.payoffs, worths, counted, self.coding.bits, self.unset

    def close_loops(self, whole: UnsettledPositions) -> None:
        """Start from a draw by repetition for what is left, and iterate to the least fixpoint.

        Both updates are monotone: values only move away from 0, until they are what can be forced;
        then distances only come down from none.
        """
        whole.give(self.coding.code(0, None))
        whole.until_stable(VALUING)
        whole.until_stable(FINISHING)


class CirclingPass(SolutionPass):
    """Settles positions where a game without end is worth what the position says.

    Values are what they are, not counted from anything.
    """

    #: The rows of each stratum.
    strata: Sequence[Column] = ()

    def counted_from(self, rules: Rules, games: int) -> tuple[int, ...]:
        """Return that values are counted from nothing."""
        return (0,) * games

    def worths(self, columns: Sequence[Column]) -> Column:
        """Return what a game without end is worth at every position."""
        self.limits.require_memory(8 * self.coding.games * len(columns[0]))
        worths: Column = self.payoffs[EndlessResults(self.layers.engine).numbers(columns)]
        return worths

    def close_loops(self, whole: UnsettledPositions) -> None:
        """Start each stratum from what a game is worth that stays there."""
        assert isinstance(whole, SingleLayer)
        worths, bits, self.strata = whole.more[1], self.coding.bits, []
        for rows in Strata(self.layers, self.limits).sort(whole.rows, whole.shelf):
            whole.rows = rows
            whole.codes[rows] = worths[rows] << bits | self.coding.never
            whole.until_stable(VALUING)
            whole.until_stable(FINISHING)
            self.strata.append(rows)


class WaysOut:
    """How many moves a value is away that lies outside a stratum, as who likes it hurries."""

    def __init__(self, solving: CirclingPass, codes: Column) -> None:
        layers, never = solving.layers, solving.coding.never
        self._worths = solving.worths(layers.columns(0))
        self._values = codes.astype(np.int64) >> solving.coding.bits
        #: The stratum of a row, 0 where all games end; the moves, 0 where staying has that value.
        self._of = np.zeros(len(codes), np.int32)
        self._moves = np.zeros(codes.shape, np.int64)
        sweeping = SingleLayer(solving)
        for stratum, rows in enumerate(solving.strata, 1):
            self._of[rows] = stratum
            sweeping.codes[:] = codes & ~never
            sweeping.codes[rows] |= never
            differ = self._values[rows] != self._worths[rows]
            sweeping.rows = rows[differ.any(axis=1)]
            sweeping.until_stable(FINISHING)
            self._moves[rows] = np.where(differ, sweeping.codes[rows] & never, 0)

    def keeps_on(self, row: int, after: int, game: int, own: bool) -> bool:
        """Whether a move that keeps the value does not go round in a circle that is worth less."""
        if self._of[row] != self._of[after] or not self._moves[row, game]:
            return True
        hurries = (self._values[row, game] > self._worths[row, game]) == own
        return not hurries or bool(self._moves[after, game] < self._moves[row, game])


def _end(kind: Any) -> int:
    return int(np.iinfo(kind).max)


class CompiledBuild:
    """A solution under way, by the compiled engine."""

    #: What settles the layers.
    solving: type[SolutionPass] = SolutionPass
    stored: bool = False

    def __init__(
        self, engine: CompiledEngine, limits: Limits, layers: PositionLayers | None = None
    ) -> None:
        self._engine, self._limits = engine, limits
        self._layers = layers or engine.new_layers(limits)
        circles = self.solving is SolutionPass and endless_varies(engine.rules)
        self._solving = (CirclingPass if circles else self.solving)(self._layers, limits)
        self.positions, self.classes = self._layers.positions, self._layers.classes
        self.layers, self.coding = len(self._layers.words), self._solving.coding

    def words(self, layer: int) -> Sequence[Column]:
        """Return the words of a layer's positions: one array for each word."""
        return self._layers.columns(layer)

    def parts(self, layer: int, codes: Any) -> Iterator[tuple[Sequence[Column], Column]]:
        """Yield the words of a layer's positions and what they were settled to, in order."""
        yield self.words(layer), codes

    def settle(self, layer: int, following: Column | None) -> Column:
        """Settle a layer, given what the layer after it was settled to; None after the last."""
        given = None if following is None else self._layers.array(following)
        return self._layers.read(self._solving.settle(layer, given))

    def counts(self, layer: int, codes: Column) -> dict[tuple[int, ...], int]:
        """Return how many positions of a settled layer have each value, those alike counted."""
        paid = self._solving.payoffs
        least, games = int(paid.min(initial=0)), self.coding.games
        base = int(paid.max(initial=0)) - least + 1
        tally = self._layers.weigh_layer(
            "values", layer, codes, base**games, self.coding.bits, least, base
        )
        return {
            self._payoffs(_digits(int(number), base, games, least)): int(tally[number])
            for number in np.nonzero(tally)[0]
        }

    def spectrum(self, layer: int, codes: Column) -> Spectrum:
        """Return how many positions of a settled layer have each code of the first game."""
        columns, first = self._layers.columns(layer), self._layers.read(codes)[:, 0]
        return spectrum_of(columns, first, self._layers.orbit_sizes(columns))

    def _payoffs(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return what every player gets, from the values of the games."""
        ends = zip(values, self.coding.endless, strict=True)
        value = PositionValue(tuple(v + end for v, end in ends), (None,) * len(values))
        return tuple(value.payoffs(self._engine.game.players.elements).values())

    def find(self, position: Position) -> tuple[int, int] | None:
        """Return a position's layer and its row there, None where it is not reachable."""
        return self._layers.find(position)

    def decode(self, codes: Column, row: int) -> PositionValue:
        """Return the value of the position in a row of a settled layer."""
        return self.coding.decode([int(code) for code in self._layers.read(codes, row)])

    def ways_out(self, codes: Sequence[Column]) -> WaysOut | None:
        """Return how values are come by that lie beyond a circle, if circles differ in worth."""
        solving = self._solving
        if not isinstance(solving, CirclingPass) or not solving.strata:
            return None
        return WaysOut(solving, codes[0])

    def each(self, layer: int, codes: Any) -> Iterator[tuple[Position, PositionValue]]:
        """Yield the positions of a settled layer with their values, those alike one by one."""
        alike = self._engine.canonical.images if self._layers.alike else lambda words: [words]
        for columns, part in self.parts(layer, codes):
            rows = self._layers.read(part).tolist()
            for words, row in zip(zip(*columns, strict=True), rows, strict=True):
                value = self.coding.decode(row)
                for image in dict.fromkeys(alike(tuple(map(int, words)))):
                    yield self._engine.unpack(image), value

    def solved(self, codes: Sequence[Column]) -> CompiledSolution:
        """Return the solution, once all layers are settled."""
        return CompiledSolution(self._engine, self, codes)

    def solve(self) -> CompiledSolution:
        """Settle all layers, from the last to the first."""
        return self.solved(self._solving.settle_all())


def _digits(number: int, base: int, games: int, least: int) -> list[int]:
    """Return the value for each game of a number, the last game in its lowest digit."""
    digits = []
    for _ in range(games):
        number, digit = divmod(number, base)
        digits.append(digit + least)
    return digits[::-1]


class CompiledSolution(StrongSolution):
    """The value and the distance of every reachable position, in memory."""

    engine: CompiledEngine

    def __init__(
        self, engine: CompiledEngine, build: CompiledBuild, codes: Sequence[Column]
    ) -> None:
        self.engine, self._build, self._codes = engine, build, codes
        self.positions = build.positions

    @cached_property
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value."""
        counts: Counter[tuple[int, ...]] = Counter()
        for layer, codes in enumerate(self._codes):
            counts.update(self._build.counts(layer, codes))
        return dict(sorted(counts.items()))

    def spectrum(self) -> dict[tuple[int, int | None], tuple[int, Position]]:
        """Return how many positions have each value and distance, and one of them, if two play."""
        coding = self._build.coding
        if coding.games > 1:
            return {}
        layers = enumerate(self._codes)
        whole = joined(self._build.spectrum(layer, codes) for layer, codes in layers)
        return {
            coding.decode((code,)).seen_by(0): (number, self.engine.unpack(words))
            for code, (number, words) in whole.items()
        }

    def each(self) -> Iterator[tuple[int | None, Position, PositionValue]]:
        """Yield every position with its value, and with its ply where it can have one only."""
        for layer, codes in enumerate(self._codes):
            ply = layer if len(self._codes) > 1 else None
            for position, value in self._build.each(layer, codes):
                yield ply, position, value

    def look(self, position: Position) -> PositionValue | None:
        """Return the value of a position for each game, None where it is not reachable."""
        place = self._build.find(position)
        if place is None:
            return None
        layer, row = place
        return self._build.decode(self._codes[layer], row)

    @cached_property
    def _ways_out(self) -> WaysOut | None:
        return self._build.ways_out(self._codes)

    def keeps_on(self, position: Position, after: Position, seat: int) -> bool:
        """Whether a move that keeps the value goes where that comes of it, once nothing ends."""
        if self._ways_out is None:
            return True
        here, there = self._build.find(position), self._build.find(after)
        assert here is not None
        assert there is not None
        game = seat if self._build.coding.games > 1 else 0
        return self._ways_out.keeps_on(here[1], there[1], game, self._seat(position) == game)
