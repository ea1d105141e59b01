"""Permutations of a board's places that keep neighbours neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...rules.grids import BoardDomain
from .kinds import Permutation

#: Of a board that has more automorphisms than this, some that generate them all are listed.
MOST_LISTED = 64


def automorphisms(board: BoardDomain[Any]) -> list[Permutation]:
    """Return a board's automorphisms, or generators of them where they are many.

    >>> from boardproof.rules import Graph
    >>> len(automorphisms(Graph("abcd", ["ab", "bc", "cd", "da"])))
    8
    >>> len(automorphisms(Graph("abcde", ["ab", "bc", "cd"])))
    2
    """
    search = _Search(board)
    listed = list(islice(search.extend({}), MOST_LISTED + 1))
    return listed if len(listed) <= MOST_LISTED else list(search.generators())


class _Search:
    """Places get images one by one, each beside the images of its neighbours."""

    def __init__(self, board: BoardDomain[Any]) -> None:
        self.beside = {place: frozenset(board.beside(place)) for place in board}
        self.order = self._connected_order()

    def _connected_order(self) -> list[Any]:
        """Order the places so that most have a neighbour before them."""
        order: dict[Any, None] = {}
        for first in self.beside:
            ahead = [first]
            while ahead:
                place = ahead.pop(0)
                if place not in order:
                    order[place] = None
                    ahead += sorted(self.beside[place] - order.keys(), key=str)
        return list(order)

    def extend(self, images: dict[Any, Any]) -> Iterator[Permutation]:
        """Return every automorphism with these images of the first places."""
        if len(images) == len(self.order):
            yield dict(images)
            return
        place = self.order[len(images)]
        for image in self.beside.keys() - images.values():
            if self._fits(place, image, images):
                yield from self.extend({**images, place: image})

    def _fits(self, place: Any, image: Any, images: dict[Any, Any]) -> bool:
        beside, there = self.beside[place], self.beside[image]
        return len(beside) == len(there) and all(
            (other in beside) == (at in there) for other, at in images.items()
        )

    def generators(self) -> Iterator[Permutation]:
        """Return for each place, the ones before it fixed, one automorphism to each other place."""
        for at, place in enumerate(self.order):
            fixed = {before: before for before in self.order[:at]}
            for image in self.order[at + 1 :]:
                if self._fits(place, image, fixed):
                    yield from islice(self.extend({**fixed, place: image}), 1)
