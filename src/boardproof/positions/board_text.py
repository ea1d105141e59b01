"""Reading a board that is drawn in text, as boards are printed.

P1  ○  ○        rows from the top; numbers of rows and columns may be left out;
P0  ○  ○        ○ · . and _ stand for nothing
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import BadPosition
from ..rules.domains import Domain, OrNone
from ..rules.game import Game
from ..rules.grids import BoardDomain, Grid
from ..rules.state import MapVariable, OneVariable, SubsetVariable, Variable
from .notation import NOTHING, check_bounds, drawn_rows, listing, read_position
from .position import Position, position_of


def read_board(game: Game, text: str, values: Mapping[str, Any] | None = None) -> Position:
    """Read a drawn board; what is on no board is given by name, or has its starting value.

    A piece outside the board, drawn in a further row or column or given by its place, raises
    `OutOfBounds`.

    >>> from boardproof.rules.sample import Diagonals
    >>> print(read_board(Diagonals(), "A .\\n. B").mark[1, 1])
    B
    """
    if "=" in text:
        return read_position(game, " ".join(text.split()))
    domain, variables = _only_board(game)
    start = {name: variable.start for name, variable in game.variables.items()}
    signs = _signs(game, domain, text)
    for variable in variables:
        start[variable.name] = _value(variable, signs, variables)
    more = {name: _added(start.get(name), value) for name, value in (values or {}).items()}
    return position_of(game, {**start, **more})


def _added(drawn: Any, value: Any) -> Any:
    """Return a value given by name; of a map that is drawn, it gives further places."""
    return {**drawn, **value} if isinstance(drawn, dict) and isinstance(value, Mapping) else value


def board_of(game: Game, variable: Variable) -> Domain[Any] | None:
    """Return the domain on which a variable lies, None where it lies on none.

    Maps and sets lie on their domain. One place is marked on a board, or where others lie.

    >>> from boardproof.rules.sample import Diagonals
    >>> game = Diagonals()
    >>> board_of(game, game.variables["mark"]), board_of(game, game.variables["turn"])
    (Grid(2, 2), None)
    """
    if isinstance(variable, MapVariable | SubsetVariable):
        return variable.domain
    if not isinstance(variable, OneVariable) or variable.word != "One":
        return None
    domain = variable.domain.of if isinstance(variable.domain, OrNone) else variable.domain
    others = (v for v in game.variables.values() if isinstance(v, MapVariable | SubsetVariable))
    beside = domain is not game.players and any(other.domain is domain for other in others)
    return domain if beside or isinstance(domain, BoardDomain) else None


def variables_by_board(
    game: Game, lies_on: Callable[[Game, Variable], Domain[Any] | None] = board_of
) -> dict[Domain[Any], list[Variable]]:
    """Return the domains on which variables of a game lie, each with those variables."""
    boards: dict[Domain[Any], list[Variable]] = {}
    for variable in game.variables.values():
        board = lies_on(game, variable)
        if board is not None:
            boards.setdefault(board, []).append(variable)
    return boards


def _only_board(game: Game) -> tuple[Domain[Any], list[Variable]]:
    boards = variables_by_board(game)
    if len(boards) != 1:
        problem = f"{game.name} has {len(boards)} boards, and a drawing shows one"
        raise BadPosition(f"{problem}: write a position string")
    return next(iter(boards.items()))


def _signs(game: Game, domain: Domain[Any], text: str) -> dict[Any, str]:
    rows = _rows(game, domain)
    lines = [line.split() for line in text.splitlines() if line.split()]
    if isinstance(domain, Grid):
        numbers = [str(number) for number in domain.columns]
        lines = [line for line in lines if line != numbers] if len(lines) > len(rows) else lines
        lines = _unnumbered(domain, lines)
        check_bounds(domain, lines)
    elif len(lines) == 2 * len(rows):  # names of places stand on the outer sides
        last = len(rows) - 1
        lines = [lines[2 * i + (i < last or last == 0)] for i in range(len(rows))]
    if len(lines) != len(rows):
        raise BadPosition(f"the board has {len(rows)} rows, and {len(lines)} are drawn")
    signs: dict[Any, str] = {}
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), 1):
        if len(line) != len(row):
            shown = " ".join(line)
            raise BadPosition(f"row {number} ({shown}) has {len(line)} places, not {len(row)}")
        signs |= zip(row, line, strict=True)
    return signs


def _unnumbered(grid: Grid, lines: list[list[str]]) -> list[list[str]]:
    """Drop the numbers of the rows, where they are drawn."""
    numbered = [line[0] for line in lines] == [str(row[0].row) for row in grid.drawn]
    wide = numbered and all(len(a) == len(b) + 1 for a, b in zip(lines, grid.drawn, strict=True))
    return [line[1:] for line in lines] if wide else lines


def _rows(game: Game, domain: Domain[Any]) -> list[list[Any]]:
    if not isinstance(domain, Grid) and game.look is not None and game.look.rows:
        return [[domain[place] for place in row if place is not None] for row in game.look.rows]
    return [list(row) for row in drawn_rows(domain)]


def _value(variable: Variable, signs: dict[Any, str], variables: list[Variable]) -> Any:
    letter = shorten(variable.name, [v.name for v in variables if v is not variable])
    if isinstance(variable, SubsetVariable):
        return frozenset(place for place, sign in signs.items() if letter in sign)
    if isinstance(variable, OneVariable):
        return next((place for place, sign in signs.items() if letter in sign), None)
    assert isinstance(variable, MapVariable)
    words = {str(value): value for value in variable.values if value is not None}
    return {place: _sign(variable, words, sign) for place, sign in signs.items()}


def _sign(variable: MapVariable, words: dict[str, Any], sign: str) -> Any:
    if sign in words:
        return words[sign]
    if sign in NOTHING and None in variable.values:
        return None
    raise BadPosition(f"{sign!r} is not one of {listing(list(words))}, and · stands for nothing")


def shorten(name: str, others: list[str]) -> str:
    """Shorten a name to the letters that tell it from the others.

    >>> shorten("Tres", ["Uno"]), shorten("Tres", ["Tom"])
    ('T', 'Tr')
    """
    for length in range(1, len(name) + 1):
        if not any(other.startswith(name[:length]) for other in others):
            return name[:length]
    return name
