"""Players of Kalah as objects: a person at the keyboard, a bad one, a smart one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from ...errors import BadInput
from ...players import Chooser
from ...players.random import RandomPlayer
from ...players.smart import USUAL_TIME, SmartPlayer
from .board import Board


class KalahPlayer(ABC):
    """Somebody with a name who chooses holes."""

    #: Whether a person chooses, who wants to see the board first.
    is_interactive = False

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def choose_move(self, board: Board, side: str) -> int:
        """Choose a hole with beans, of a side that has some."""


class HumanPlayer(KalahPlayer):
    """A person, who is asked at the keyboard until the answer is a hole with beans."""

    is_interactive = True

    def choose_move(self, board: Board, side: str) -> int:
        """Ask for a hole."""
        check_can_move(board, side)
        while True:
            try:
                word = input(f"{self.name}, choose a hole: ").strip()
            except EOFError:
                raise BadInput("the input ended before a hole was chosen") from None
            hole = int(word) if word.isascii() and word.isdigit() else 0
            if 1 <= hole <= board.holes and board.beans(side, hole):
                return hole
            empty = 1 <= hole <= board.holes
            print(f"hole {hole} is empty" if empty else f"holes are 1 to {board.holes}")


class ComputerPlayer(KalahPlayer):
    """A program, any of the workbench's players; by default one that plays any legal move.

    >>> ComputerPlayer("Bob").is_interactive
    False
    """

    def __init__(self, name: str, chooser: Chooser | None = None) -> None:
        super().__init__(name)
        self._chooser = chooser or RandomPlayer(Random())

    def choose_move(self, board: Board, side: str) -> int:
        """Choose a hole as if it were the side's turn."""
        check_can_move(board, side)
        move = self._chooser.choose(board.engine, board.turn_of(side))
        (hole,) = move.arguments
        return int(hole)


class BadPlayer(ComputerPlayer):
    """Sows any hole that is not empty.

    >>> BadPlayer("Bob", seed=1).choose_move(Board(6, 4), "South") in range(1, 7)
    True
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        super().__init__(name, RandomPlayer(Random(seed)))


class KalahSmartPlayer(ComputerPlayer):
    """Looks ahead by minimax on the difference of the pots, and never exceeds its time in seconds.

    >>> KalahSmartPlayer("Charlie", depth=2).choose_move(Board(6, 4), "South") in range(1, 7)
    True
    """

    def __init__(
        self,
        name: str,
        depth: int | None = None,
        time: float = USUAL_TIME,
        seed: int | None = None,
    ) -> None:
        super().__init__(name, SmartPlayer(Random(seed), depth, time))


def check_can_move(board: Board, side: str) -> None:
    """Refuse to choose where there is no choice."""
    if board.beans_in_play(side) == 0:
        raise BadInput(f"{side} has no beans to sow")
