"""The player who plays any legal move."""

from __future__ import annotations

from random import Random

from ..engines.contract import Engine
from ..positions.moves import Move
from ..positions.position import Position


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    name = "random"

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose a legal move by lot."""
        return self._random.choice(engine.legal_moves(position))
