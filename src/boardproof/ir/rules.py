"""A whole rulebook as IR."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import Place
from ..rules.decorators import CLAIMS, STEP, Mark
from ..rules.game import Game, marked
from .nodes import Block
from .types import Type

#: What the names of variables and rules begin with where they are of the position before a move.
BEFORE = "before."


@dataclass(frozen=True)
class Function:
    """One rule: its arguments with their types, what it returns, what it does."""

    name: str
    kind: str
    parameters: tuple[tuple[str, Type], ...]
    returns: Type
    body: Block
    writes: frozenset[str]
    place: Place
    sentence: str = ""


@dataclass(frozen=True)
class Rules:
    """A game and its rules, read.

    `moves` are the move rules that can ever be legal; `questions` the predicates and properties.
    `asked` are questions that were given as text: they have no method, only a function here.
    """

    game: Game
    state: dict[str, Type]
    functions: dict[str, Function]
    moves: tuple[str, ...]
    questions: tuple[str, ...]
    asked: dict[str, Mark] = field(default_factory=dict)

    @property
    def marks(self) -> dict[str, Mark]:
        """Every question about one position, with the domains of its arguments."""
        own = marked(type(self.game), *CLAIMS)
        return {**own, "wellformed": Mark("predicate"), **self.asked}

    @property
    def steps(self) -> dict[str, Mark]:
        """Every question about a move, with the domains of its arguments."""
        return marked(type(self.game), STEP)
