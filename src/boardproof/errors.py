"""Everything boardproof raises on purpose.

BoardproofError
├── RulebookError          the text of a rulebook is wrong: file, line, column, caret
├── RuleBroken             a rule went wrong while it ran: a range left, a loop without end
└── BadInput               something given from outside is wrong
    ├── UnknownGame        no such game, file or class
    ├── BadParameter       no such parameter, or a value it cannot take
    ├── BadQuestion        text that asks nothing a game understands: what is wrong, a caret
    ├── BadPosition        a position string or value that no position has
    │   └── MissingPosition    one that a solution does not have
    ├── BadTablebase       a tablebase that is damaged, unfinished or of another game
    │   └── WrongTablebase whole, but its values are not those of the rules
    ├── UnknownPlayer      a word that names nobody who could take a seat
    ├── BadRecord          a game written down that cannot be read, or played again
    ├── TooLarge           a game, or a rule, that an engine cannot take
    ├── UnreadableMove     text that names no move of the game
    └── IllegalMove        a move of the game that this position does not allow
        └── WrongMove      a move of a game played again that cannot be made
"""

from __future__ import annotations

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
    """A rule that went wrong while it ran, with the position and move it ran on."""

    def __init__(
        self, problem: str, place: Place | None = None, position: str = "", move: str = ""
    ) -> None:
        super().__init__(problem)
        self.problem, self.place, self.position, self.move = problem, place, position, move

    def __str__(self) -> str:
        head = f"{self.place}: {self.problem}" if self.place else self.problem
        where = f"playing {self.move} " if self.move else ""
        at = f"{where}at {self.position}" if self.position else ""
        parts = [head, self.place.excerpt() if self.place else "", at]
        return "\n".join(part for part in parts if part)


class BadInput(BoardproofError):
    """Something given from outside that cannot be taken; the message says what to do."""


class UnknownGame(BadInput):
    """A name, path or class that is no game."""


class BadParameter(BadInput):
    """A parameter the game does not have, or a value it cannot take."""


class BadQuestion(BadInput):
    """Text that is no question about a game: what is wrong, where in it, what to write instead."""

    def __init__(self, problem: str, place: Place | None = None, instead: str = "") -> None:
        super().__init__(problem)
        self.problem, self.place, self.instead = problem, place, instead

    def __str__(self) -> str:
        shown = self.place.excerpt() if self.place else ""
        head = f"{self.problem}: {self.instead}" if self.instead else self.problem
        return f"{head}\n{shown}" if shown else head


class BadPosition(BadInput):
    """Text or values that are no position of the game."""


class MissingPosition(BadPosition):
    """A position that a solution, or a tablebase, does not have."""


class BadTablebase(BadInput):
    """A folder that is no tablebase of this game, or is one no more."""


class WrongTablebase(BadTablebase):
    """A tablebase whose values are not those that its rules make."""


class UnknownPlayer(BadInput):
    """A word that names nobody who could take a seat."""


class BadRecord(BadInput):
    """A game written down that cannot be read, or cannot have been played so."""


class TooLarge(BadInput):
    """A game, or a rule of it, that an engine cannot take; another engine can."""


class UnreadableMove(BadInput):
    """Text that names no move of the game, whatever the position."""


class IllegalMove(BadInput):
    """A move of the game that this position does not allow."""


class WrongMove(IllegalMove):
    """A move of a game played again that cannot be made, and how many were made before it."""

    def __init__(self, problem: str, made: int) -> None:
        super().__init__(problem)
        self.made = made
