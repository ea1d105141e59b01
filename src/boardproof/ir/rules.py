"""A whole rulebook as IR."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..errors import Place
from ..rules.decorators import CLAIMS, STEP, Mark
from ..rules.game import Game, marked
from ..rules.starts import START
from .nodes import Block, Call, Expr, Node, Return, walk
from .types import Type

#: The kind of rule that says whether moves are legal; it is made from them, nobody writes it.
LEGALITY = "legality"
#: The move of a player who has no other, where the rulebook lets that player pass.
PASS = "pass"
#: The rule that says what it means that a player has no legal move.
STUCK_RULE = "stuck"
#: The rule that says that a turn is not over: another step is to be made.
UNFINISHED = "unfinished"

#: The prefix of variables and rules of the position before a move.
BEFORE = "before."


def board_prefix(number: int) -> str:
    """Return the prefix of variables and rules of one of several boards."""
    return f"board[{number}]."


def own_name(name: str) -> str:
    """Return the name of a variable or a rule without the prefix of a position.

    >>> own_name("before.turn"), own_name(board_prefix(2) + "full"), own_name("full")
    ('turn', 'full', 'full')
    """
    return name.rpartition(".")[2]


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
    #: Whether the rule is only tried: its value is that it refuses nothing, and no change lasts.
    trial: bool = False

    def walk(self) -> Iterator[Node]:
        """Return all nodes of the rule."""
        return walk(self.body)

    @cached_property
    def calls(self) -> frozenset[str]:
        """The rules that this one calls."""
        return frozenset(node.rule for node in self.walk() if isinstance(node, Call))

    @property
    def expression(self) -> Expr | None:
        """What the rule returns, where that is all it does."""
        only = self.body[0] if len(self.body) == 1 and not self.trial else None
        return only.value if isinstance(only, Return) else None

    def bind(self, values: Iterable[Any]) -> dict[str, Any]:
        """Return the parameters' names with their values."""
        return {name: value for (name, _), value in zip(self.parameters, values, strict=True)}


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
    def has_turns(self) -> bool:
        """Whether a move may be a turn of several steps: the rulebook says when one goes on."""
        return UNFINISHED in self.functions

    @property
    def says_stuck(self) -> bool:
        """Whether the rulebook says what it means to have no legal move: nobody is ever stuck."""
        function = self.functions.get(STUCK_RULE)
        return function is not None and function.kind == STUCK_RULE

    @property
    def starts_anywhere(self) -> bool:
        """Whether games start from every position of which the question `start` holds."""
        return START in self.asked

    @property
    def marks(self) -> dict[str, Mark]:
        """Every question about one position, with the domains of its arguments."""
        own = marked(type(self.game), *CLAIMS)
        return {**own, "wellformed": Mark("predicate"), **self.asked}

    @property
    def move_marks(self) -> dict[str, Mark]:
        """Every move that can be legal, with the domains of its arguments."""
        own = marked(type(self.game), "move")
        return {rule: own.get(rule, Mark("move")) for rule in self.moves}

    @property
    def steps(self) -> dict[str, Mark]:
        """Every question about a move, with the domains of its arguments."""
        return marked(type(self.game), STEP)
