"""Kalah in the words of its document: a board, players as objects, and a game between two.

>>> game = Game(Board(2, 1), BadPlayer("Alice", seed=1), SmartPlayer("Bob", depth=2))
>>> game.beans(SOUTH, 1), game.status()
(1, GameStatus(over=False, has_winner=False, winner=None))
"""

from .board import NORTH, SOUTH, Board
from .game import GameStatus
from .game import KalahGame as Game
from .players import BadPlayer, ComputerPlayer, HumanPlayer
from .players import KalahPlayer as Player
from .players import KalahSmartPlayer as SmartPlayer

__all__ = [
    "NORTH",
    "SOUTH",
    "BadPlayer",
    "Board",
    "ComputerPlayer",
    "Game",
    "GameStatus",
    "HumanPlayer",
    "Player",
    "SmartPlayer",
]
