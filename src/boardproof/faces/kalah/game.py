"""A game of Kalah between two players: shown, moved, played to the end.

A person sees the board before choosing; of a program, the hole it chooses is printed.
"""

from __future__ import annotations

from typing import NamedTuple

from ...drawing.text import draw
from ...errors import BadInput, RuleBroken
from .board import NORTH, SOUTH, Board
from .players import KalahPlayer


class GameStatus(NamedTuple):
    """Whether the game is over, whether somebody has won, and who."""

    over: bool
    has_winner: bool
    winner: str | None


class KalahGame:
    """A game on a board of its own, which begins as a copy of the board given.

    >>> from .players import BadPlayer
    >>> game = KalahGame(Board(2, 1), BadPlayer("Alice", seed=1), BadPlayer("Bob", seed=2))
    >>> game.display()
    North: Bob
    North  0  1  2
           0  1  1
              1  1  0
    South     1  2  0
    South: Alice
    """

    def __init__(self, board: Board, south: KalahPlayer, north: KalahPlayer) -> None:
        self.board, self._players = Board.of(board.position), {SOUTH: south, NORTH: north}

    def display(self) -> None:
        """Print the board between the names of its players."""
        print(f"{NORTH}: {self._players[NORTH].name}")
        print("\n".join(line.rstrip() for line in str(draw(self.board.position)).splitlines()))
        print(f"{SOUTH}: {self._players[SOUTH].name}")

    def beans(self, side: str, hole: int) -> int:
        """Count the beans in a hole, or in the pot for hole 0."""
        return self.board.beans(side, hole)

    def status(self) -> GameStatus:
        """Return whether the game is over, and who has won."""
        result = self.board.engine.result(self.board.position)
        winner = next((side for side in (SOUTH, NORTH) if str(result) == f"{side} wins"), None)
        return GameStatus(result is not None, winner is not None, winner)

    @property
    def to_move(self) -> str:
        """The side to move by the rules; South again when the game is over."""
        return str(self.board.position.turn)

    def move(self, side: str) -> bool:
        """Let a side's player choose a hole and sow it, with all that follows from it.

        Return whether the game goes on: at its end the board is swept, and shown.
        """
        if self.status().over:
            return False
        if self.board.beans_in_play(side) == 0:
            self.board = Board.of(self.board.engine.run(self.board.position, "sweep")[1])
            return self._goes_on()
        player = self._players[side]
        if player.is_interactive:
            self.display()
        hole = player.choose_move(self.board, side)
        if not player.is_interactive:
            print(f"{player.name} chooses hole {hole}")
        self._sow(side, hole)
        if self._goes_on() and self.to_move == side:
            print(f"{player.name} gets another turn")
        return not self.status().over

    def _goes_on(self) -> bool:
        """Whether the game goes on; show the board if not, or where nobody is asked for a move."""
        over = self.status().over
        if over or not any(player.is_interactive for player in self._players.values()):
            self.display()
        return not over

    def _sow(self, side: str, hole: int) -> None:
        position, engine = self.board.turn_of(side), self.board.engine
        moves = {move.arguments[0]: move for move in engine.moves}
        if hole not in moves:
            raise BadInput(f"{side} has no hole {hole} to sow: holes are 1 to {self.board.holes}")
        try:
            self.board = Board.of(engine.successor(position, moves[hole]))
        except RuleBroken:
            raise BadInput(f"{side}'s hole {hole} cannot be sown: a place would overflow") from None

    def play(self) -> None:
        """Play from where the game stands to its end, and print who has won."""
        while self.move(self.to_move):
            pass
        winner = self.status().winner
        print(f"{self._players[winner].name} wins" if winner else "The game is a draw")
