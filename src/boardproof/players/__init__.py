"""Players: whatever sits at a seat and chooses moves."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from random import Random
from typing import Protocol

from ..engines.contract import Engine
from ..engines.moves import Move
from ..engines.position import Position
from ..errors import UnknownPlayer
from .random import RandomPlayer


class Chooser(Protocol):
    """Chooses a legal move of a position that is not over."""

    name: str

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose a legal move."""
        ...


_MAKERS: dict[str, Callable[[Random], Chooser]] = {"random": RandomPlayer, "bad": RandomPlayer}


def make_player(word: str, random: Random) -> Chooser:
    """Make the player that a word names.

    >>> make_player("random", Random(1)).name
    'random'
    """
    if word in _MAKERS:
        return _MAKERS[word](random)
    near = get_close_matches(word, [*_MAKERS, "human"], 1)
    hint = f"did you mean {near[0]}?" if near else f"there are human, {', '.join(_MAKERS)}"
    raise UnknownPlayer(f"no player is called {word!r}: {hint}")
