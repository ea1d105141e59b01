"""Boards as text: drawn from the declared domains, for any rulebook.

5  ○  ○  ○        a grid: its maps and sets on one board, rows and columns numbered
4  ○ P1  ○
...
"""

from __future__ import annotations

from itertools import cycle
from typing import Any

from ..engines.contract import RuleEngine
from ..positions.board_text import board_of, shorten, variables_by_board
from ..positions.notation import drawn_rows
from ..positions.position import Position
from ..rules.boards import Edges, Graph, Hexagons, Triangle
from ..rules.domains import Domain, OrNone, Players
from ..rules.elements import Chain, Pair, Player
from ..rules.game import Game
from ..rules.grids import Grid
from ..rules.state import MapVariable, SubsetVariable, Variable
from .shapes import dotted, framed_boxes, lined, slanted
from .signs import Picture, Sign

COLOURS = ("red", "yellow", "blue", "green", "magenta", "cyan")
#: Colours that a player may go by besides these.
NAMED = (*COLOURS, "white", "black", "orange", "purple")


def colour_of(player: Player) -> str:
    """Return a player's colour: the one the rulebook names, the player's own name, or by the seat.

    >>> white, green, tom = Players("White", "Green", "Tom")
    >>> colour_of(white), colour_of(green), colour_of(tom)
    ('white', 'green', 'red')
    """
    players = player.domain
    colours = getattr(players, "colours", ()) or _colours([name.casefold() for name in players])
    return str(colours[players.index(player) % len(colours)])


def _colours(names: list[str]) -> list[str]:
    """Return a colour for each player, one that no name names where the own name is none."""
    free = cycle([colour for colour in COLOURS if colour not in names] or COLOURS)
    return [name if name in NAMED else next(free) for name in names]


def draw(position: Position) -> Picture:
    """Draw the boards of a position, one below the other."""
    lines: list[tuple[Sign, ...]] = []
    framed = framed_boxes(position.game)
    for domain, variables in variables_by_board(position.game).items():
        if domain in framed:
            continue
        if lines:
            lines.append(())
        lines += _board(position, domain, variables)
    return Picture(tuple(lines), _least_width(position.game))


def _least_width(game: Game) -> int:
    """Return the width of the longest value of a map, so that boards keep their shape in play."""
    values = [v.values for v in game.variables.values() if isinstance(v, MapVariable)]
    strokes = 2 if any(isinstance(board, Edges) for board in variables_by_board(game)) else 1
    return max([strokes, *(len(str(value)) for domain in values for value in domain if value)])


def status(position: Position) -> str:
    """Write the variables that are on no board, except whose turn it is.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> status(starting_position(load("territory").game))
    'good false, found false, go true, start true, val 0'
    """
    variables = position.game.variables
    shown = [
        f"{name} {_word(value)}"
        for name, value in position.as_dict().items()
        if board_of(position.game, variables[name]) is None and variables[name].word != "Turn"
    ]
    return ", ".join(shown)


def sizes(engine: RuleEngine, position: Position) -> str:
    """Write the size of each set, those that the rulebook derives too.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("territory"))
    >>> sizes(engine, engine.initial())
    '|R| 0, |B| 0, |S| 0, |T| 0, |F| 9'
    """
    shown = {**position.as_dict(), **derived_values(engine, position)}
    return ", ".join(f"|{n}| {len(v)}" for n, v in shown.items() if isinstance(v, frozenset))


def derived_values(engine: RuleEngine, position: Position) -> dict[str, Any]:
    """Return the values that the rulebook derives from a position, by their names."""
    derived = (f for f in engine.rules.functions.values() if f.kind == "derived")
    return {rule.name: engine.ask(position, rule.name) for rule in derived}


def marked_changes(before: Position, after: Position) -> Picture:
    """Draw the boards of a position with brackets round what has changed.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> start = starting_position(load("tic-tac-toe").game)
    >>> print(marked_changes(start, start.replace(mark={(0, 2): "A"})))
         0    1    2
    0    ○    ○  [A]
    1    ○    ○    ○
    2    ○    ○    ○
    """
    old, new = draw(before), draw(after)
    lines = tuple(
        tuple(
            sign if sign == was else Sign(f"[{sign.text}]", sign.colour)
            for sign, was in zip(line, earlier, strict=True)
        )
        for line, earlier in zip(new.lines, old.lines, strict=True)
    )
    return Picture(lines, new.least_width + 2)


def changes(before: Position | None, after: Position) -> str:
    """Write the variables that are on no board, each with its value before where that differs."""
    shown = []
    for name, value in after.as_dict().items():
        if board_of(after.game, after.game.variables[name]) is not None:
            continue
        old = (after if before is None else before)[name]
        was = f"{_word(old)} → " if old != value else ""
        shown.append(f"{name} {was}{_word(value)}")
    return ", ".join(shown)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- one board ----------------------------------------------------------------------------------


def _board(
    position: Position, domain: Domain[Any], variables: list[Variable]
) -> list[tuple[Sign, ...]]:
    signs = {place: _sign(position, place, variables) for place in domain}
    match domain:
        case Hexagons() | Triangle():
            return slanted(domain, signs)
        case Grid():
            return _grid(domain, signs)
        case Edges(dots=Grid() as dots) if len(domain.drawn) > 1:
            return dotted(domain, dots, signs, _boxes(position, domain))
    rows = rows_of_look(position.game, domain)
    if rows:
        return _rows(rows, signs)
    if isinstance(domain, Graph) and domain.plane:
        return lined(domain, signs)
    return _line(tuple(domain), signs, variables)


def _boxes(position: Position, edges: Edges) -> dict[Any, Sign]:
    """Return the signs of what lies in the boxes between edges."""
    boards = variables_by_board(position.game)
    framed = (boxes for boxes, frame in framed_boxes(position.game).items() if frame is edges)
    return {box: _sign(position, box, boards[boxes]) for boxes in framed for box in boxes}


def rows_of_look(game: Game, domain: Domain[Any]) -> list[list[Any]]:
    """Return the rows of places that a rulebook lays a domain out in; none where it has not."""
    rows = () if game.look is None else game.look.rows
    if any(place is not None and place not in domain for row in rows for place in row):
        return []
    return [[None if place is None else domain[place] for place in row] for row in rows]


def _grid(grid: Grid, signs: dict[Any, Sign]) -> list[tuple[Sign, ...]]:
    header = (Sign(""), *(Sign(str(number)) for number in grid.columns))
    rows = [(Sign(str(row[0].row)), *(signs[cell] for cell in row)) for row in drawn_rows(grid)]
    return [*rows, header] if grid.bottom_up else [header, *rows]


def _rows(rows: list[list[Any]], signs: dict[Any, Sign]) -> list[tuple[Sign, ...]]:
    """Draw rows of places, each with its names on the outer side."""
    lines: list[tuple[Sign, ...]] = []
    for number, row in enumerate(rows):
        names = (Sign(_title(row)), *(Sign(short_name(place)) for place in row))
        values = (Sign(""), *(signs[p] if p is not None else Sign("") for p in row))
        last = number == len(rows) - 1 and number > 0
        lines += [values, names] if last else [names, values]
    return lines


def _line(
    row: tuple[Any, ...], signs: dict[Any, Sign], variables: list[Variable]
) -> list[tuple[Sign, ...]]:
    """Draw one row of places, named by the variables that lie on it."""
    name = "/".join(variable.name for variable in variables)
    header = (Sign(""), *(Sign(short_name(place)) for place in row))
    return [header, (Sign(name), *(signs[place] for place in row))]


def _title(row: list[Any]) -> str:
    """Name a row by what its places share: the side they are on."""
    sides = {str(place[0]) if _on_side(place) else "" for place in row if place is not None}
    return sides.pop() if len(sides) == 1 else ""


def short_name(place: Any) -> str:
    """Return the name of a place without the side it is on."""
    if place is None:
        return ""
    return ",".join(map(str, place[1:])) if _on_side(place) else str(place)


def _on_side(place: Any) -> bool:
    """Whether a place begins with what it shares with others: the side they are on."""
    if isinstance(getattr(place, "domain", None), Edges):
        return False
    return isinstance(place, Pair) and not isinstance(place, Chain)


def _sign(position: Position, place: Any, variables: list[Variable]) -> Sign:
    """Join the signs of all variables at a place."""
    parts = [_part(position, place, variable, variables) for variable in variables]
    there = [part for part in parts if part.text]
    if not there:
        return Sign("○" if _holds_players(variables[0]) else "·")
    return Sign(
        "".join(part.text for part in there), next((p.colour for p in there if p.colour), "")
    )


def _holds_players(variable: Variable) -> bool:
    values = getattr(variable, "values", None)
    return isinstance(values, OrNone) and isinstance(values.of, Players)


def _part(position: Position, place: Any, variable: Variable, all_: list[Variable]) -> Sign:
    value = position[variable.name]
    if not isinstance(variable, MapVariable):
        if place not in value if isinstance(variable, SubsetVariable) else place != value:
            return Sign("")
        others = [other.name for other in all_ if other is not variable]
        owner = owner_of(position.game, variable)
        return Sign(shorten(variable.name, others), colour_of(owner) if owner else "")
    held = value[place]
    if held is None:
        return Sign("")
    return Sign(str(held), colour_of(held) if isinstance(held, Player) else "")


def owner_of(game: Game, variable: Variable) -> Player | None:
    """Return the player whose name or first letter a variable goes by: `hounds` are Hound's.

    >>> from boardproof import load
    >>> game = load("hare-and-hounds").game
    >>> [owner_of(game, variable) for variable in game.variables.values()]
    ['Hound', 'Hare', None]
    """
    name = variable.name.casefold()
    for player in game.players:
        if variable.name == player[0] or name in (word := player.casefold(), f"{word}s"):
            return player
    return None
