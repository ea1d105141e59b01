"""A whole rulebook as IR."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import Place
from ..rules.game import Game
from .nodes import Block
from .types import Type


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
    """

    game: Game
    state: dict[str, Type]
    functions: dict[str, Function]
    moves: tuple[str, ...]
    questions: tuple[str, ...]
