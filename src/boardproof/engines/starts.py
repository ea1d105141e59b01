"""The positions that games start from, where these are many: a set, however large."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from ..ir.rules import Rules
from ..limits import Limits
from ..packing.layout import Layout
from ..positions.position import Position, starting_position
from ..rules.game import Game
from ..rules.starts import START
from .profile import WELL_TYPED, able

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


class StartingSet(Collection[Position]):
    """Every well-typed position of which the rulebook's `start` holds.

    It is kept by an engine for sets of well-typed positions, so that the positions it is chosen
    from need not be listed.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._sets: Any = able(WELL_TYPED)[0].engine()(rules).positions

    @cached_property
    def _states(self) -> Any:
        """The set, all at once; where the text goes wrong, that is told."""
        return self._sets.surely(START)

    def __len__(self) -> int:
        return min(int(self._sets.count(self._states)), sys.maxsize)

    def __iter__(self) -> Iterator[Position]:
        return iter(self._sets.each(self._states))

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and bool(
            self._sets.singleton(position) & self._states
        )

    def sample(self, chance: Random) -> Position:
        """Return one of the positions, each as likely as any other."""
        position: Position = self._sets.sample(self._states, chance)
        return position

    @cached_property
    def packed(self) -> Sequence[Array]:
        """The words of all positions: an array for each word of the game's layout."""
        layout = Layout(self._rules.game)
        Limits().require_memory(8 * layout.words * len(self))
        words: Sequence[Array] = self._sets.packed(self._states, layout)
        return words


#: The sets of some games stay at hand: each question makes engines of its own.
_known: dict[Game, StartingSet] = {}
MOST_KNOWN = 4


def initial_positions(rules: Rules) -> Collection[Position]:
    """Return all positions that a game starts from.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> len(initial_positions(read(Diagonals())))
    1
    """
    return starting_set(rules) if rules.starts_anywhere else [starting_position(rules.game)]


def starting_set(rules: Rules) -> StartingSet:
    """Return the positions that a game starts from, where these are many."""
    if rules.game not in _known:
        for oldest in list(_known)[: max(0, len(_known) - MOST_KNOWN + 1)]:
            del _known[oldest]
        _known[rules.game] = StartingSet(rules)
    return _known[rules.game]


def random_start(rules: Rules, chance: Random) -> Position:
    """Return where one game starts: at random, where games start from many positions."""
    if rules.starts_anywhere:
        return starting_set(rules).sample(chance)
    return starting_position(rules.game)
