"""What a solved position looks like: a value and a distance for each game, and what follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import MissingPosition
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.domains import Player
from .contract import Engine
from .solution import Coding


def games_of(players: Sequence[Player]) -> int:
    """Say how many numbers a position has: one where one player gets what the other loses."""
    return 1 if len(players) <= 2 else len(players)


@dataclass(frozen=True)
class PositionValue:
    """A value and a distance for each game; of two players, as the first of them sees it.

    >>> PositionValue((-3,), (7,)).seen_by(1)
    (3, 7)
    """

    values: tuple[int, ...]
    distances: tuple[int | None, ...]

    def seen_by(self, seat: int) -> tuple[int, int | None]:
        """Give the value and the distance for the player at a seat."""
        if len(self.values) > 1:
            return self.values[seat], self.distances[seat]
        return (-self.values[0] if seat else self.values[0]), self.distances[0]

    def payoffs(self, players: Sequence[Player]) -> dict[Player, int]:
        """Say what each player can make sure of."""
        return {player: self.seen_by(seat)[0] for seat, player in enumerate(players)}


def outlook_of(coding: Coding, codes: Sequence[int]) -> PositionValue:
    """Read what a row of numbers stands for."""
    return PositionValue(
        tuple(int(coding.value(int(code))) for code in codes),
        tuple(coding.distance(int(code)) for code in codes),
    )


class SolutionBase(ABC):
    """A solution one can look into; what follows from the outlooks is written here."""

    engine: Engine
    positions: int
    counts: dict[tuple[int, ...], int]

    @abstractmethod
    def look(self, position: Position) -> PositionValue | None:
        """Give the outlook of a position, None where there is none."""

    def outlook(self, position: Position) -> PositionValue:
        """Give the outlook of a position; raise `MissingPosition` where there is none."""
        found = self.look(position)
        if found is None:
            raise MissingPosition(
                f"{write_position(position)} is not among the solved positions: "
                "it cannot be reached from where the solution starts"
            )
        return found

    def value(self, position: Position) -> dict[Player, int]:
        """Say what each player can make sure of from a position."""
        return self.outlook(position).payoffs(self.engine.rules.game.players.elements)

    def distance(self, position: Position) -> int | None:
        """Say how many moves the game goes on, as the one to move sees it."""
        return self.outlook(position).seen_by(self._seat(position))[1]

    def best(self, position: Position) -> list[Move]:
        """List the moves that keep what the one to move can make sure of, on the way to take."""
        seat = self._seat(position)
        value, distance = self.outlook(position).seen_by(seat)
        seen = [
            (move, self.outlook(after).seen_by(seat))
            for move, after in self.engine.successors(position)
        ]
        kept = [(move, left) for move, (worth, left) in seen if worth == value]
        if value == 0 or distance is None:
            return [move for move, _ in kept]
        return [move for move, left in kept if left == distance - 1]

    def _seat(self, position: Position) -> int:
        """Give the seat of the one to move; where the game is over, any will do."""
        mover = self.engine.player_to_move(position)
        return 0 if mover is None else self.engine.rules.game.players.elements.index(mover)
