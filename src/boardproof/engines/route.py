"""A game to a position that is known: every move brings its boards nearer to those of the target.

It finds games of hundreds of moves where pieces are placed and stay: too long for a solver, and too
rare for chance.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..positions.position import Position
from ..rules.state import MapVariable, SubsetVariable
from .contract import RuleEngine

#: So many positions are looked at on the way to one target.
MOST_LOOKED_AT = 5_000


def route(
    engine: RuleEngine, target: Position, most: int = MOST_LOOKED_AT
) -> list[Position] | None:
    """Return the positions of a game to a target, None where none was met.

    >>> from functools import partial
    >>> from boardproof.engines.plain.reference import ReferenceEngine
    >>> from boardproof.positions.notation import read_position
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = ReferenceEngine(read(Diagonals()))
    >>> targets = [read_position(engine.game, f"mark={at}/.. turn=A") for at in ("AB", "AA")]
    >>> [way and len(way) for way in map(partial(route, engine), targets)]
    [3, None]
    """
    boards = [
        name
        for name, variable in engine.rules.game.variables.items()
        if isinstance(variable, MapVariable | SubsetVariable)
    ]
    return _Route(engine, target, boards).search(most)


class _Route:
    """A depth-first search that leaves a branch once no move leads nearer."""

    def __init__(self, engine: RuleEngine, target: Position, boards: list[str]) -> None:
        self._engine, self._target, self._boards = engine, target, boards

    def search(self, most: int) -> list[Position] | None:
        """Go on along the first move that leads nearer, back where there is none."""
        start = self._engine.initial()
        path, ahead, seen = [start], [self._nearer(start)], {start}
        while path and len(seen) <= most:
            if path[-1] == self._target:
                return path
            following = next((one for one in ahead[-1] if one not in seen), None)
            if following is None:
                path.pop()
                ahead.pop()
            else:
                seen.add(following)
                path.append(following)
                ahead.append(self._nearer(following))
        return None

    def _nearer(self, position: Position) -> Iterator[Position]:
        far = self._distance(position)
        following = [after for _, after in self._engine.successors(position)]
        return (after for after in following if self._distance(after) < far)

    def _distance(self, position: Position) -> int:
        """Return on how many places of a board a position differs from the target."""
        return sum(
            _differences(getattr(position, name), getattr(self._target, name))
            for name in self._boards
        )


def _differences(here: object, there: object) -> int:
    if isinstance(here, frozenset) and isinstance(there, frozenset):
        return len(here ^ there)
    assert isinstance(here, dict)
    assert isinstance(there, dict)
    return sum(here[place] != there[place] for place in here)
