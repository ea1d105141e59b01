"""A game to a position that is known: every move brings its boards nearer to those of the target.

It finds games of hundreds of moves where pieces are placed and stay: too long for a solver, and too
rare for chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..errors import RuleBroken
from ..positions.position import Position
from ..rules.state import MapVariable, SubsetVariable
from .contract import RuleEngine

#: So many searches for one target; each looks at so many times more positions than a way has.
SEARCHES, PATIENCE = 3, 1.25


def route(engine: RuleEngine, target: Position) -> list[Position] | None:
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
    return _Route(engine, target, boards).search()


class _Route:
    """A depth-first search that leaves a branch once no move leads nearer.

    Moves are tried in a random order, so that a board fills evenly; where a search takes much
    longer than the way is, another one begins.
    """

    def __init__(self, engine: RuleEngine, target: Position, boards: list[str]) -> None:
        self._engine, self._target, self._boards = engine, target, boards
        self._chance = Random(1)

    def search(self) -> list[Position] | None:
        """Search a few times; return the first way that is met."""
        most = int(PATIENCE * (8 + self._distance(self._engine.initial())))
        paths = (self._search_once(most) for _ in range(SEARCHES))
        return next((path for path in paths if path is not None), None)

    def _search_once(self, most: int) -> list[Position] | None:
        """Go on along moves that lead nearer, back where there is none."""
        start = self._engine.initial()
        path, ahead, seen = [start], [self._nearer([start])], {start}
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
                ahead.append(self._nearer(path))
        return None

    def _nearer(self, path: list[Position]) -> Iterator[Position]:
        """Return what follows a path and is nearer; where a rule goes wrong, note on which way."""
        far = self._distance(path[-1])
        try:
            following = [after for _, after in self._engine.successors(path[-1])]
        except RuleBroken as failure:
            failure.way = self._engine.move_names(path)
            raise
        self._chance.shuffle(following)
        return (after for after in following if self._distance(after) < far)

    def _distance(self, position: Position) -> int:
        """Return on how many places of a board a position differs from the target."""
        return sum(_differences(position[name], self._target[name]) for name in self._boards)


def _differences(here: object, there: object) -> int:
    if isinstance(here, frozenset) and isinstance(there, frozenset):
        return len(here ^ there)
    assert isinstance(here, dict)
    assert isinstance(there, dict)
    return sum(here[place] != there[place] for place in here)
