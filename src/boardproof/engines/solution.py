"""What it means to solve a game: the best result everybody can force, from every position.

A value is what a player can force against all others: a win is 1, a draw 0, a loss -1, and points
are points. Of two players one gets what the other loses, so one number is enough; in a game of
points it is the margin. Of more players each has a number of their own, as if the others were all
against them. The numbers of a position are its games: one, or one for each player.

Who has a positive value takes the shortest way to it; who has not takes the longest. So the
distance of a position is the number of moves until the game ends when it is won as soon and lost
as late as possible. A draw is drawn out as long as anybody can. A game that can go on forever is
a draw by repetition, and has no distance; a stuck position is a draw with the distance 0.

Where the rulebook says that a game without end is worth something else, that takes the place of
the draw: who can get more hurries to it, who cannot puts it off. Who wins a game without end
hurries to an end that is worth as much, where there is one. What a rulebook says of games without
end may depend on the position: it is the same for all positions that a game can come back to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ..analysis.endless import endless_result, endless_result_at, endless_varies
from ..errors import BadInput, MissingPosition
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.elements import Player

if TYPE_CHECKING:
    import numpy as np

    from .spectrum import Spectrum

    Array = np.ndarray[Any, Any]


def games_of(players: int) -> int:
    """Return how many numbers a value has: one where one player gets what the other loses.

    >>> games_of(2), games_of(3)
    (1, 3)
    """
    return 1 if players <= 2 else players


def endless_values(rules: Rules) -> tuple[int, ...]:
    """Return what a game that goes on for ever is worth, in each game."""
    players = rules.game.players.elements
    payoff = endless_result(rules).payoff(players)
    return tuple(payoff[player] for player in players[: games_of(len(players))])


def circles_are_draws(rules: Rules) -> bool:
    """Whether every game that goes on for ever is a draw."""
    return not endless_varies(rules) and not any(endless_values(rules))


@dataclass(frozen=True)
class PositionValue:
    """A value and a distance for each game; of two players, as the first of them sees it.

    >>> PositionValue((-3,), (7,)).seen_by(1)
    (3, 7)
    """

    values: tuple[int, ...]
    distances: tuple[int | None, ...]

    def seen_by(self, seat: int) -> tuple[int, int | None]:
        """Return the value and the distance for the player at a seat."""
        if len(self.values) > 1:
            return self.values[seat], self.distances[seat]
        return (-self.values[0] if seat else self.values[0]), self.distances[0]

    def payoffs(self, players: Sequence[Player]) -> dict[Player, int]:
        """Return what each player can force."""
        return {player: self.seen_by(seat)[0] for seat, player in enumerate(players)}


@dataclass(frozen=True)
class Coding:
    """Values and distances as one number each: the value above, the distance in the low bits.

    All bits of the distance set stand for none. Values are counted from those of a game without
    end, where these are given.

    >>> coding = Coding(games=1, bits=9)
    >>> codes = [coding.code(1, 7), coding.code(-1, 0), coding.code(0, None)]
    >>> [(coding.value(code), coding.distance(code)) for code in codes]
    [(1, 7), (-1, 0), (0, None)]
    """

    games: int
    bits: int
    endless: tuple[int, ...] = ()

    @property
    def never(self) -> int:
        """What stands for no distance, and is more than any."""
        return (1 << self.bits) - 1

    def code(self, value: int, distance: int | None) -> int:
        """Return a value and a distance as one number."""
        return value << self.bits | (self.never if distance is None else distance)

    def value(self, code: Any) -> Any:
        """Return the value of a number, or of each number of an array."""
        return code >> self.bits

    def distance(self, code: int) -> int | None:
        """Return the distance of a number."""
        distance = int(code) & self.never
        return None if distance == self.never else distance

    def decode(self, codes: Sequence[int]) -> PositionValue:
        """Return what the numbers of a position stand for, one for each game."""
        values = (int(self.value(int(code))) for code in codes)
        ends = self.endless or (0,) * len(codes)
        return PositionValue(
            tuple(value + end for value, end in zip(values, ends, strict=True)),
            tuple(self.distance(int(code)) for code in codes),
        )


class MoveGenerator(Protocol):
    """What a solution asks of an engine: the rules, who is to move, and where moves lead."""

    rules: Rules

    def player_to_move(self, position: Position) -> Player | None:
        """Return who is to move, None when the game is over."""
        ...

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        """Return the legal moves, each with the position it leads to."""
        ...


class StrongSolution(ABC):
    """The value and the distance of every reachable position; all follows from `look`."""

    engine: MoveGenerator
    positions: int

    @property
    @abstractmethod
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value: what every player can force, in order."""

    @abstractmethod
    def spectrum(self) -> dict[tuple[int, int | None], tuple[int, Position]]:
        """Return how many positions have each value and distance, and one of them, if two play.

        The value is that of the first player. Of more than two players nothing is returned: each
        has a value and a distance of their own.
        """

    @abstractmethod
    def look(self, position: Position) -> PositionValue | None:
        """Return the value of a position for each game, None where it was not solved."""

    def each(self) -> Iterator[tuple[int | None, Position, PositionValue]]:
        """Yield every position with its value, and with its ply where it can have one only."""
        raise BadInput("a solution in files is not listed: solve in memory, without --store")

    def look_up(self, position: Position) -> PositionValue:
        """Return the value of a position for each game, or raise `MissingPosition`."""
        value = self.look(position)
        if value is None:
            raise MissingPosition(
                f"{write_position(position)} is not among the solved positions: "
                "it cannot be reached from where the solution starts"
            )
        return value

    def value(self, position: Position) -> dict[Player, int]:
        """Return what each player can force from a position."""
        return self.look_up(position).payoffs(self._players)

    def distance(self, position: Position) -> int | None:
        """Return after how many moves the game ends, None for a draw by repetition.

        Of more than two players it is the distance as the one to move sees it.
        """
        return self.distance_of(position, self.look_up(position))

    def distance_of(self, position: Position, value: PositionValue) -> int | None:
        """Return the distance that a position's value has, as the one to move sees it."""
        seat = 0 if len(value.distances) == 1 else self._seat(position)
        return value.seen_by(seat)[1]

    def best(self, position: Position) -> list[Move]:
        """Return the moves that keep what the one to move can force, on the way to take.

        In a drawn position these are all moves that keep the draw, if a game without end is one.
        """
        seat = self._seat(position)
        result = endless_result_at(self.engine.rules, position)
        endless = result.payoff(self._players)[self._players[seat]]
        value, distance = self.look_up(position).seen_by(seat)
        seen = [
            (move, after, *self.look_up(after).seen_by(seat))
            for move, after in self.engine.successors(position)
        ]
        kept = [(move, after, left) for move, after, worth, left in seen if worth == value]
        if value == endless == 0 or distance is None:
            return [move for move, after, _ in kept if self.keeps_on(position, after, seat)]
        return [move for move, _, left in kept if left == distance - 1]

    def keeps_on(self, position: Position, after: Position, seat: int) -> bool:
        """Whether a move that keeps the value goes where that comes of it, once nothing ends.

        Where all games without end are worth the same, it does wherever it goes.
        """
        return True

    @property
    def _players(self) -> Sequence[Player]:
        return self.engine.rules.game.players.elements

    def _seat(self, position: Position) -> int:
        """Return the seat of the one to move; where the game is over, any will do."""
        mover = self.engine.player_to_move(position)
        return 0 if mover is None else self._players.index(mover)


class Build(Protocol):
    """A solution under way: all positions are known, and layers are settled from the last on.

    A layer is a ply where no position has two; else there is only one layer, which has all. A layer
    is known by the words of its positions, sorted by the last word first: one position for each
    class of those that symmetries make alike. A layer is settled to an array of numbers, a row for
    each position and a column for each game; that needs the array of the layer after it only.
    """

    positions: int
    classes: int
    layers: int
    coding: Coding
    #: Whether what layers were settled to is kept: then none needs to be given.
    stored: bool

    def parts(self, layer: int, codes: Any) -> Iterator[tuple[Sequence[Array], Array]]:
        """Yield the words of a layer's positions and what they were settled to, in order."""
        ...

    def words(self, layer: int) -> Sequence[Array]:
        """Return the words of a layer's positions: one array for each word."""
        ...

    def settle(self, layer: int, following: Array | None) -> Array:
        """Settle a layer, given what the layer after it was settled to; None after the last."""
        ...

    def counts(self, layer: int, codes: Array) -> dict[tuple[int, ...], int]:
        """Return how many positions of a settled layer have each value, those alike counted."""
        ...

    def spectrum(self, layer: int, codes: Array) -> Spectrum:
        """Return how many positions of a settled layer have each code, with an example of each."""
        ...


@dataclass(frozen=True)
class Share:
    """The positions of a settled layer with their codes, or those of them that one shard owns."""

    build: Build
    rules: Rules
    limits: Limits
    layer: int
    codes: Any
    #: Whose they are; None where these are all.
    shard: int | None = None

    @property
    def positions(self) -> int:
        """How many there are, one for each class of alike ones."""
        return len(self.codes)

    @property
    def games(self) -> int:
        """How many numbers a position is settled to."""
        return self.build.coding.games

    def parts(self) -> Iterator[tuple[Sequence[Array], Array]]:
        """Yield the words of positions and what they were settled to, in order."""
        return self.build.parts(self.layer, self.codes)

    def counts(self) -> dict[tuple[int, ...], int]:
        """Return how many positions have each value, those alike counted."""
        return self.build.counts(self.layer, self.codes)

    def spectrum(self) -> Spectrum:
        """Return how many positions have each code, with an example of each."""
        return self.build.spectrum(self.layer, self.codes)
