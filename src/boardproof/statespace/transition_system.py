"""What a state space needs of an engine: the game, one position at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, Protocol

from ..ir.rules import Rules
from ..positions.moves import Move
from ..positions.position import Position, starting_position
from ..rules.elements import Player
from ..rules.results import STUCK, Payoff, Result

#: Stands for a move that leads nowhere near the next position.
UNKNOWN_MOVE = "?"


class TransitionSystem(Protocol):
    """Answers about single positions; what follows from its other answers is written here."""

    name: str
    rules: Rules
    moves: tuple[Move, ...]

    def initial(self) -> Position:
        """Return the position the game starts from; of many, the one that is declared."""
        return starting_position(self.rules.game)

    def initials(self) -> Collection[Position]:
        """Return all positions that the game starts from."""
        raise NotImplementedError

    def legal_moves(self, position: Position) -> list[Move]:
        """List the legal moves, in the rulebook's order; none when the game is over."""
        return [move for move, _ in self.successors(position)]

    def successor(self, position: Position, move: Move) -> Position:
        """Return the position after a move; raise `IllegalMove` with the reason otherwise."""

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        """List the legal moves, each with the position it leads to."""

    def move_names(self, way: Sequence[Position]) -> list[str]:
        """Return the moves between positions, found by what they lead to."""
        following = [(self.successors(here), there) for here, there in pairwise(way)]
        return [
            next((move.name for move, after in moves if after == there), UNKNOWN_MOVE)
            for moves, there in following
        ]

    def result(self, position: Position) -> Result | None:
        """Return how the game ended, None while it goes on."""

    def is_over(self, position: Position) -> bool:
        """Whether the game has ended."""
        return self.result(position) is not None

    def outcome(self, position: Position) -> str:
        """Return how the game ended in words, `stuck` without a legal move, else nothing."""
        result = self.result(position)
        if result is not None:
            return str(result)
        return "" if self.legal_moves(position) else STUCK

    def payoff(self, position: Position) -> Payoff | None:
        """Return what each player gets, None while the game goes on."""
        result = self.result(position)
        return None if result is None else result.payoff(self.rules.game.players)

    def player_to_move(self, position: Position) -> Player | None:
        """Return who is to move, None when the game is over."""

    def holds(self, position: Position, question: str, **arguments: Any) -> bool:
        """Whether a predicate of the rulebook holds in a position, reachable or not."""


class RuleRunner(TransitionSystem, Protocol):
    """A transition system whose single rules can be run."""

    @abstractmethod
    def ask(self, position: Position, rule: str, *arguments: Any) -> Any:
        """Run a rule that changes nothing and return its value."""

    @abstractmethod
    def run(self, position: Position, rule: str, *arguments: Any) -> tuple[Any, Position]:
        """Run any rule; return its value and the position it leaves."""

    @abstractmethod
    def compare(self, before: Position, after: Position, rule: str, *arguments: Any) -> Any:
        """Run a rule that compares the positions before and after a move."""
