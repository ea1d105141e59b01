"""Where one clicks on the board to make a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..positions.moves import Move
from ..positions.position import Position
from ..rules.domains import Domain
from ..rules.elements import Chain, Element, Region
from ..rules.game import Game, marked
from ..rules.grids import Grid
from .places import boards_of, domain_named
from .spots import Spot


def clicks(
    game: Game, move: Move, mover: str | None, position: Position | None = None
) -> list[frozenset[str]]:
    """Return the clicks of a move in order, each as the set of spots that stand for it.

    An argument that is a place is that place, one that is made of places is each of them; the
    number of a grid's column is any cell of the column; where places belong to players, as pits do,
    the mover's own place with these arguments.
    A thing that stands in a tower is the place where it stands in the position, if that is given.
    An argument that no place stands for is omitted, and has to be asked for. The clicks of a turn
    are those of its steps.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("connect-four", rows=2))
    >>> [sorted(click) for click in clicks(engine.rules.game, engine.moves[3], "P0")]
    [['cells.0,3', 'cells.1,3']]
    """
    towers = any(board.kind == "towers" for board in boards_of(game))
    return list(_clicks(game, move, mover, position if towers else None))


@lru_cache(maxsize=4096)
def _clicks(
    game: Game, move: Move, mover: str | None, position: Position | None
) -> Sequence[frozenset[str]]:
    if move.parts:  # a place where one step ends and the next begins is clicked once
        every = [click for step in move.parts for click in _clicks(game, step, mover, position)]
        return [click for before, click in pairwise([None, *every]) if click and click != before]
    spots = [spot for board in boards_of(game) for spot in board.spots]
    own = (mover, *move.arguments)
    called = ((spot.key, spot.name or spot.place) for spot in spots)
    mine = [key for key, name in called if isinstance(name, tuple) and name == own]
    if mine:
        return [frozenset(mine)]
    if not move.arguments:
        return []
    paths = marked(type(game), "move")[move.rule].domains.values()
    choices = (
        _spots(game, path, part, spots, position)
        for path, value in zip(paths, move.arguments, strict=True)
        for part in (value if isinstance(value, Chain | Region) else (value,))
    )
    return [click for click in choices if click]


def _spots(
    game: Game, path: str, value: Any, spots: list[Spot], position: Position | None
) -> frozenset[str]:
    domain = value.domain if isinstance(value, Element) else domain_named(game, path)
    boards = [board.domain for board in boards_of(game)]
    for board in boards_of(game):
        towers = board.kind == "towers" and board.variables[0].domain is domain
        if towers and position is not None:
            where = position[board.variables[0].name][value]
            return frozenset(spot.key for spot in board.spots if spot.place == where)
    if domain in boards:
        return frozenset(s.key for s in spots if s.place == value and _home(s, domain))
    return frozenset(spot.key for spot in spots if any(_on(b, domain, value, spot) for b in boards))


def _home(spot: Spot, domain: Domain[Any] | None) -> bool:
    return getattr(spot.place, "domain", domain) is domain


def _on(board: Domain[Any], domain: Domain[Any] | None, value: Any, spot: Spot) -> bool:
    """Whether a spot is in the row or column of a grid that a value names."""
    if not isinstance(board, Grid) or not _home(spot, board):
        return False
    if domain is board.columns:
        return bool(spot.place.column == value)
    return domain is board.rows and bool(spot.place.row == value)
