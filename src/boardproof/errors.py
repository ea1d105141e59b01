"""Everything boardproof raises on purpose.

BoardproofError
├── RulebookError          the text of a rulebook is wrong: file, line, column, caret
├── RuleBroken             a rule failed while it ran: a value out of range, an endless loop
└── BadInput               invalid input from outside
    ├── UnknownGame        no such game, file or class
    ├── BadParameter       no such parameter, or a value it cannot take
    ├── BadQuestion        a query that cannot be read: what is wrong, a caret
    ├── BadPosition        a position string or value that is not a position of the game
    │   ├── OutOfBounds        a board with something where there is no place
    │   └── MissingPosition    a position that a solution does not contain
    ├── BadTablebase       a tablebase that is damaged, unfinished or of another game
    │   └── WrongTablebase intact, but its values are not those of the rules
    ├── UnknownPlayer      no such kind of player
    ├── BadRecord          a recorded game that cannot be read or replayed
    ├── TooLarge           a game, or a rule, that is too large for an engine
    ├── UnreadableMove     text that is not a move of the game
    └── IllegalMove        a move that is illegal in this position
        └── WrongMove      a move of a replayed game that cannot be made
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


class BoardproofError(Exception):
    """The root of every error that boardproof raises on purpose."""


@dataclass(frozen=True)
class Place:
    """A stretch of a rulebook's source: where an error points, where a rule is written."""

    file: str
    line: int
    column: int = 1
    end_column: int = 1
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def excerpt(self) -> str:
        """Show the source line with carets under the stretch."""
        if not self.text:
            return ""
        number = f"{self.line:>5}"
        width = max(1, min(self.end_column, len(self.text) + 1) - self.column)
        # Tabs stay tabs, so that the carets stand where the reader's editor puts them.
        lead = "".join("\t" if c == "\t" else " " for c in self.text[: self.column - 1])
        return f"{number} | {self.text}\n{' ' * len(number)} | {lead}{'^' * width}"


class RulebookError(BoardproofError):
    """A rulebook that cannot be read: what is wrong, where, and what to write instead."""

    def __init__(self, problem: str, place: Place | None = None, instead: str = "") -> None:
        super().__init__(problem)
        self.problem, self.place, self.instead = problem, place, instead

    def __str__(self) -> str:
        head = f"{self.place}: {self.problem}" if self.place else self.problem
        parts = [head, self.place.excerpt() if self.place else "", self.instead]
        return "\n".join(part for part in parts if part)


class RuleBroken(BoardproofError):
    """A rule that failed while it ran, with the position and the move, and the way there."""

    #: The moves that lead to the position from the start, where they are known.
    way: Sequence[str] = ()

    def __init__(
        self, problem: str, place: Place | None = None, position: str = "", move: str = ""
    ) -> None:
        super().__init__(problem)
        self.problem, self.place, self.position, self.move = problem, place, position, move

    def __str__(self) -> str:
        head = f"{self.place}: {self.problem}" if self.place else self.problem
        where = f"playing {self.move} " if self.move else ""
        at = f"{where}at {self.position}" if self.position else ""
        way = f"after {' '.join(self.way)}" if self.way else ""
        parts = [head, self.place.excerpt() if self.place else "", at, way]
        return "\n".join(part for part in parts if part)


@contextmanager
def after_moves(way: Sequence[str]) -> Iterator[None]:
    """Note, where a rule fails meanwhile, the moves that lead there."""
    try:
        yield
    except RuleBroken as failure:
        failure.way = way
        raise


class BadInput(BoardproofError):
    """Invalid input from outside; the message says what to do."""


class UnknownGame(BadInput):
    """A name, path or class that is not a game."""


class BadParameter(BadInput):
    """A parameter the game does not have, or a value that is not allowed."""


class BadQuestion(BadInput):
    """A query that cannot be read: what is wrong, where, and what to write instead."""

    def __init__(self, problem: str, place: Place | None = None, instead: str = "") -> None:
        super().__init__(problem)
        self.problem, self.place, self.instead = problem, place, instead

    def __str__(self) -> str:
        excerpt = self.place.excerpt() if self.place else ""
        head = f"{self.problem}: {self.instead}" if self.instead else self.problem
        return f"{head}\n{excerpt}" if excerpt else head


class BadPosition(BadInput):
    """Text or values that are not a position of the game."""


class OutOfBounds(BadPosition):
    """A board with something on a place that the game does not have: an ill-formed one."""


class MissingPosition(BadPosition):
    """A position that a solution, or a tablebase, does not contain."""


class BadTablebase(BadInput):
    """A folder that is not, or no longer, a valid tablebase of this game."""


class WrongTablebase(BadTablebase):
    """An intact tablebase whose values differ from those of its rules."""


class UnknownPlayer(BadInput):
    """A word that does not name a kind of player."""


class BadRecord(BadInput):
    """A recorded game that cannot be read, or whose moves are not legal."""


class TooLarge(BadInput):
    """A game, or a rule of it, that is too large for an engine; another may do."""


class UnreadableMove(BadInput):
    """Text that is not a move of the game in any position."""


class IllegalMove(BadInput):
    """A move that is illegal in this position."""


class WrongMove(IllegalMove):
    """A move of a replayed game that cannot be made, and how many were made before it."""

    def __init__(self, problem: str, made: int) -> None:
        super().__init__(problem)
        self.made = made
