"""What it means to solve a game: the best result everybody can force, from every position.

A value is what a player can make sure of against all others: a win is 1, a draw 0, a loss -1, and
points are points. Of two players one gets what the other loses, so one number is enough; in a game
of points it is the margin. Of more players each has a number of their own, as if the others were
all against them.

Who stands better than nothing takes the shortest way to it; who does not takes the longest. So the
distance of a position says after how many moves the game ends when it is won as soon and lost as
late as can be. A draw is drawn out as long as anybody can. A game that can be held for ever is a
draw, and has no distance; a stuck position is one too, with the distance 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ..positions.moves import Move
from ..positions.position import Position
from ..rules.domains import Player

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


class Solved(Protocol):
    """The value and the distance of every reachable position."""

    positions: int

    @property
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value: what every player can make sure of, in order."""
        ...

    def value(self, position: Position) -> dict[Player, int]:
        """Say what each player can make sure of from a reachable position."""
        ...

    def distance(self, position: Position) -> int | None:
        """Say how many moves the game goes on, None where it can be held for ever.

        Of more than two players it is told as the one to move sees it.
        """
        ...

    def best(self, position: Position) -> list[Move]:
        """List the moves that keep what the one to move can make sure of, on the way to take.

        In a drawn position these are all moves that keep the draw.
        """
        ...


@dataclass(frozen=True)
class Coding:
    """Values and distances as one number each: the value above, the distance in the low bits.

    All bits of the distance set stand for none. `games` is how many numbers a position has: one
    where one player gets what the other loses, else one for every player.

    >>> coding = Coding(games=1, bits=9)
    >>> codes = [coding.code(1, 7), coding.code(-1, 0), coding.code(0, None)]
    >>> [(coding.value(code), coding.distance(code)) for code in codes]
    [(1, 7), (-1, 0), (0, None)]
    """

    games: int
    bits: int

    @property
    def never(self) -> int:
        """What stands for no distance, and is more than any."""
        return (1 << self.bits) - 1

    def code(self, value: int, distance: int | None) -> int:
        """Write a value and a distance as one number."""
        return value << self.bits | (self.never if distance is None else distance)

    def value(self, code: Any) -> Any:
        """Read the value of a number, or of each number of an array."""
        return code >> self.bits

    def distance(self, code: int) -> int | None:
        """Read the distance of a number."""
        found = int(code) & self.never
        return None if found == self.never else found


class Build(Protocol):
    """A solution on its way: all positions are known, and layers are settled from the last on.

    A layer is a ply where no position has two; else there is only one layer, which has all. A layer
    is known by the words of its positions, sorted, the last word first: one position for each class
    of those that are alike. What a layer is settled to is an array of numbers, a row for each
    position and a column for each game; it needs that of the layer after it, and no other.
    """

    positions: int
    classes: int
    layers: int
    coding: Coding

    def words(self, layer: int) -> Sequence[Array]:
        """Give the words of a layer's positions: one array for each word."""
        ...

    def settle(self, layer: int, following: Array | None) -> Array:
        """Settle a layer, given what the layer after it was settled to; None after the last."""
        ...

    def counts(self, layer: int, codes: Array) -> dict[tuple[int, ...], int]:
        """Say how many positions of a settled layer have each value, all that are alike counted."""
        ...

    def find(self, position: Position) -> tuple[int, int] | None:
        """Give a position's layer and its row there, None where it is not reachable."""
        ...

    def solved(self, codes: Sequence[Array]) -> Solved:
        """Give the solution, once all layers are settled."""
        ...
