"""Games played again by the names of their moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..errors import IllegalMove, UnreadableMove, WrongMove
from .moves import Move, MoveNames
from .position import Position


class Playable(Protocol):
    """What plays a game: an engine."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move of the game."""

    def initial(self) -> Position:
        """Return the first position."""

    def successor(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""


def replay(
    engine: Playable,
    moves: Iterable[Move | str],
    start: Position | None = None,
    names: MoveNames | None = None,
) -> list[Position]:
    """Return the positions of a game, from the start on, one after each move.

    A move that cannot be made raises `WrongMove`, which counts the moves made before it. `names`
    reads the moves that are text, where the caller has one at hand.
    """
    positions = [start or engine.initial()]
    for made, move in enumerate(moves):
        try:
            if isinstance(move, str):
                names = names or MoveNames(engine.moves)
                move = names.read(move)
            positions.append(engine.successor(positions[-1], move))
        except (IllegalMove, UnreadableMove) as wrong:
            raise WrongMove(str(wrong), made) from None
    return positions
