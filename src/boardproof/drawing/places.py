"""Where the places of a game stand on paper: grids, rows of pits with pots, rings, plain rows.

A board is laid out from the domain its maps and sets are declared over, and from the rulebook's
`look` where it has one. Everything that draws, and every page that is clicked on, uses these spots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..positions.board_text import board_of, variables_by_board
from ..rules.arguments import domain_at
from ..rules.boards import Edges, Graph, Hexagons, Triangle
from ..rules.domains import Domain, OrNone, Range, Ring
from ..rules.elements import Region
from ..rules.game import Game, marked
from ..rules.grids import Grid
from ..rules.state import MapVariable, Variable
from .borders import borders
from .layouts import (
    joined_spots,
    lay_boxes,
    lay_counters,
    lay_dots,
    lay_edges,
    lay_grid,
    lay_hexagons,
    lay_named_rows,
    lay_pits,
    lay_points,
    lay_ring,
    lay_squares,
    lay_towers,
    names_beside,
)
from .plane import circle_of, scaled
from .shapes import framed_boxes
from .spots import CELL, DEEP, EDGE, DrawnBoard
from .text import rows_of_look

#: More places than this are not put into one row.
LONGEST_ROW = 16


@lru_cache(maxsize=64)
def boards_of(game: Game) -> tuple[DrawnBoard, ...]:
    """Lay out every board of a game.

    >>> from boardproof import load
    >>> (board,) = boards_of(load("tic-tac-toe").game)
    >>> board.kind, board.spots[5].key, board.spots[5].label
    ('grid', 'cells.1,2', 'row 1, column 2')
    """
    boards: list[DrawnBoard] = []
    framed = framed_boxes(game)
    for number, (domain, variables) in enumerate(variables_by_board(game, _ground_of).items()):
        if domain not in framed:
            boards += lay_boxes(game, domain)
            boards.append(_board(game, number, domain, tuple(variables)))
    return tuple(sorted(boards, key=lambda board: board.kind == "counters"))


def _ground_of(game: Game, variable: Variable) -> Domain[Any] | None:
    """Return where a variable is drawn: what players have at places lies there."""
    board = board_of(game, variable)
    if isinstance(variable, MapVariable) and stands_at_places(game, variable):
        return variable.values
    if board is not game.players or not isinstance(variable, MapVariable):
        return board
    values = variable.values.of if isinstance(variable.values, OrNone) else variable.values
    first = next(iter(values), None)
    if isinstance(first, Region):
        values = next(iter(first)).domain
    return values if values in variables_by_board(game) else board


def stands_at_places(game: Game, variable: MapVariable) -> bool:
    """Whether a map says where numbered things stand: a move chooses a thing and a place for it."""
    both = {id(variable.domain), id(variable.values)}
    if len(both) < 2 or not isinstance(variable.domain, Range) or game.look:
        return False
    rules = marked(type(game), "move").values()
    return any(
        both <= {id(domain_named(game, path)) for path in rule.domains.values()} for rule in rules
    )


def domain_named(game: Game, path: str) -> Domain[Any] | None:
    """Return the domain that a rule names, None where it depends on other arguments."""
    try:
        return domain_at(game, path)
    except (AttributeError, TypeError):
        return None


def _dropped_on(game: Game, grid: Grid) -> bool:
    """Whether pieces are dropped: a move chooses a column of the grid."""
    rules = marked(type(game), "move").values()
    paths = (path for rule in rules for path in rule.domains.values())
    return any(domain_named(game, path) is grid.columns for path in paths)


def _board(
    game: Game, number: int, domain: Domain[Any], variables: tuple[Variable, ...]
) -> DrawnBoard:
    name = str(vars(domain).get("called") or f"board{number}")
    if isinstance(domain, Hexagons | Triangle):
        return _bordered(
            game, DrawnBoard("hexagons", domain, variables, *lay_hexagons(name, domain))
        )
    if isinstance(domain, Edges):
        flat = domain.dots if isinstance(domain.dots, Grid) else None
        return DrawnBoard(
            "edges", domain, variables, *lay_edges(name, domain, lay_dots(domain), flat)
        )
    if domain is game.players:
        return DrawnBoard("counters", domain, variables, *lay_counters(name, domain, variables))
    if isinstance(domain, Grid):
        kind = _kind(game, domain)
        return _bordered(game, DrawnBoard(kind, domain, variables, *lay_grid(name, domain)))
    if letters := _ends(domain):
        dots = scaled(circle_of(letters), 2 * CELL, CELL)
        return DrawnBoard("edges", domain, variables, *lay_edges(name, domain, dots, None))
    rows = rows_of_look(game, domain)
    if rows and _counted(variables):
        return DrawnBoard(
            "pits", domain, variables, *lay_pits(name, rows, game.look.names if game.look else {})
        )
    if rows and not (lines := game.look.lines if game.look else ()):
        kind = "chequered" if _staggered(rows) else "points"
        return DrawnBoard(kind, domain, variables, *lay_squares(name, rows))
    if rows:
        spots, _, width, height = lay_named_rows(name, rows, "point", CELL + EDGE)
        joined = joined_spots(spots, lines)
        names = names_beside(spots, joined)
        return DrawnBoard("points", domain, variables, spots, names, width, height, joined)
    if isinstance(domain, Graph):
        spots, width, height = lay_points(name, domain)
        joined = joined_spots(spots, domain.edges)
        names = names_beside(spots, joined)
        return DrawnBoard("points", domain, variables, spots, names, width, height, joined)
    if isinstance(domain, Ring) and 3 <= len(domain) <= 40:
        kind, deep = ("pits", DEEP) if _counted(variables) else ("points", CELL)
        placement = lay_ring(name, domain, deep)
        beside = [(place, place.next) for place in domain] if kind == "points" else []
        return DrawnBoard(kind, domain, variables, *placement, joined_spots(placement[0], beside))
    if len(variables) == 1 and variables[0].domain is not domain:
        placement = lay_towers(name, domain, len(variables[0].domain))
        return DrawnBoard("towers", domain, variables, *placement)
    listed = list(domain)
    rows = [listed[at : at + LONGEST_ROW] for at in range(0, len(listed), LONGEST_ROW)]
    return DrawnBoard("row", domain, variables, *lay_named_rows(name, rows, "square", CELL, EDGE))


def _bordered(game: Game, board: DrawnBoard) -> DrawnBoard:
    """Add lines along the sides that the rulebook says are players' own."""
    owners = game.look.owners if game.look else {}
    assert isinstance(board.domain, Grid)
    return replace(board, borders=borders(board.spots, board.domain, owners)) if owners else board


def _kind(game: Game, grid: Grid) -> str:
    if not grid.bottom_up:
        return "grid"
    return "wells" if _dropped_on(game, grid) else "chequered"


def _ends(domain: Domain[Any]) -> list[str]:
    """Return the points of which a domain names every pair, as ab, ac and bc do; none otherwise."""
    names = [str(place) for place in domain]
    letters = sorted(set("".join(names)))
    pairs = {one + other for one in letters for other in letters if one < other}
    return letters if len(letters) > 2 and pairs == set(names) else []


def _staggered(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether every other square is a place, in turn, as in draughts."""
    cells = {
        ((r + c) % 2, place is None) for r, row in enumerate(rows) for c, place in enumerate(row)
    }
    return len(rows) > 1 and cells in ({(0, True), (1, False)}, {(0, False), (1, True)})


def _counted(variables: tuple[Variable, ...]) -> bool:
    """Whether numbers lie on a board, as beans do, instead of pieces."""
    return any(isinstance(v, MapVariable) and isinstance(v.values, Range) for v in variables)
