"""Alpha-beta search as questions and players use it, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player
from .contract import Engine

GoOn = Callable[[int], bool]
#: A move, its value, and whether that is sure.
BestMove = tuple[Move, int, bool]


@dataclass(frozen=True)
class SearchResult:
    """An answer: a bound on the value, whether it leans on no evaluation, and the move for it."""

    value: int
    sure: bool
    move: Move


class SearchStopped(Exception):
    """The search was stopped before it had an answer."""


class GameSearch(Protocol):
    """Searches one game for what a player, the hero, can make sure of against all others.

    Values lie between -`limit` and `limit`, and a win is worth `worth`. No search looks further
    ahead than the `deepest`; `nodes` counts the positions searched so far.
    """

    limit: int
    worth: int
    nodes: int
    deepest: int

    def stand(self, position: Position, hero: Player) -> None:
        """Stand at a position that is not over, on the side of a player."""
        ...

    def ask(self, goal: int, depth: int, go_on: GoOn = ...) -> SearchResult:
        """Ask whether the hero can make sure of the goal, looking so many moves ahead."""
        ...

    def best_at(self, depth: int, guess: int, go_on: GoOn = lambda _: True) -> BestMove:
        """Return the hero's best move at a depth, its value, and whether that is sure.

        The guess makes it faster the nearer it is: each question halves the doubt about the value.
        """
        below, above, sure = -self.limit, self.limit, True
        best: Move | None = None
        while below < above or best is None:
            goal = max(below + 1, min(guess, above))
            answer = self.ask(goal, depth, go_on)
            sure, guess = answer.sure, answer.value
            if answer.value >= goal:
                below, best = answer.value, answer.move
            else:
                above = answer.value
                best = best or (answer.move if below >= above else None)
        return best, below, sure

    def shuffle(self, seed: int, most: int) -> None:
        """Forget which moves were good, and prefer some by chance."""
        ...


class SearchingEngine(Engine, Protocol):
    """An engine that searches by alpha-beta."""

    def search(self, memory: int, **options: Any) -> GameSearch:
        """Return a search of the game whose table takes so much memory."""
        ...
