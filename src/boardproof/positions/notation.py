"""Position strings: one line, `variable=value` for each variable, read back exactly.

mark=A.B/.../...  turn=A        a map or a set on a grid: rows as drawn, from the top
board=4,4,4,0,4,4,4,0           a map elsewhere: values in the domain's order
R=x../.../...  go=true  val=3   sets, flags, counts
[capture=takes]                 last: every reading that is not the default
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from typing import Any

from ..errors import BadPosition, OutOfBounds
from ..rules.boards import Edges
from ..rules.domains import Domain, OrNone
from ..rules.elements import Region
from ..rules.game import Game
from ..rules.grids import BoardDomain, Grid
from ..rules.parameters import spell
from ..rules.state import FlagVariable, MapVariable, OneVariable, SubsetVariable, Variable
from ..suggest import suggest
from .position import Position, position_of

#: Signs for a place where nothing lies.
NOTHING = ("○", "·", ".", "_")


def write_position(position: Position) -> str:
    """Write a position in one line.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.positions.position import starting_position
    >>> write_position(starting_position(Diagonals()).replace(mark={(0, 0): "A"}, turn="B"))
    'mark=A./.. turn=B'
    """
    game = position.game
    fields = [f"{name}={_write(game.variables[name], v)}" for name, v in position.as_dict().items()]
    return " ".join([*fields, *_readings(game)])


def _readings(game: Game) -> list[str]:
    other = [f"{n}={spell(v)}" for n, v in game.readings.items() if v != game.options[n].default]
    return [f"[{','.join(other)}]"] if other else []


def read_position(game: Game, text: str) -> Position:
    """Read a position string, or raise `BadPosition` naming the field that is wrong.

    >>> from boardproof.rules.sample import Diagonals
    >>> read_position(Diagonals(), "mark=A./.. turn=B").turn
    'B'
    """
    words = text.split()
    _check_readings(game, words.pop() if words and words[-1].startswith("[") else "[]")
    values: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadPosition(f"{word!r} is not a field: a position is written {_example(game)}")
        if name not in game.variables:
            hint = suggest(name, game.variables, f"it has {', '.join(game.variables)}")
            raise BadPosition(f"{name}: {game.name} has no such variable: {hint}")
        if name in values:
            raise BadPosition(f"{name}: given twice")
        values[name] = _read(game.variables[name], value)
    for name in game.variables:
        if name not in values:
            raise BadPosition(f"{name}: missing; a position is written {_example(game)}")
    return position_of(game, values)


def _example(game: Game) -> str:
    return " ".join(f"{name}={_write(v, v.start)}" for name, v in game.variables.items())


def _check_readings(game: Game, word: str) -> None:
    pairs = [pair for pair in word[1:-1].split(",") if pair]
    if not word.endswith("]") or not all("=" in pair for pair in pairs):
        raise BadPosition(f"{word}: readings are written [name=value,name=value]")
    given = dict(pair.partition("=")[::2] for pair in pairs)
    for name in given:
        if name not in game.readings:
            raise BadPosition(f"[{name}=...]: {game.name} has no reading {name}")
    for name, value in game.readings.items():
        written = given.get(name, spell(game.options[name].default))
        if written != spell(value):
            raise BadPosition(
                f"[{name}={written}]: this position was written for {name}={written}, "
                f"and the game here has {name}={spell(value)}"
            )


# -- values -------------------------------------------------------------------------------------


def _write(variable: Variable, value: Any) -> str:
    match variable:
        case FlagVariable():
            return spell(value)
        case MapVariable():
            letters = symbols(variable.values)
            return _lay_out(variable.domain, {k: letters[v] for k, v in value.items()})
        case SubsetVariable() if isinstance(variable.domain, Grid | Edges):
            marks = {k: "x" if k in value else "." for k in variable.domain}
            return _lay_out(variable.domain, marks)
        case SubsetVariable():
            return ",".join(_word(e) for e in variable.domain if e in value) or "-"
    return _word(value)


def write_value(value: Any) -> str:
    """Write one value of a variable, or of a map at a key, in a word.

    >>> write_value(True), write_value(None), write_value(3)
    ('true', '-', '3')
    """
    return spell(value) if isinstance(value, bool) else _word(value)


def _word(value: Any) -> str:
    if getattr(value, "called", ""):
        return str(value)
    if isinstance(value, Region):
        return "+".join(map(_word, value))
    if isinstance(value, tuple):
        joint = "-" if any(isinstance(item, tuple) for item in value) else ":"
        return joint.join(map(_word, value))
    return "-" if value is None else str(value)


def symbols(domain: Domain[Any]) -> dict[Any, str]:
    """Return a sign for each value: one letter where first or last letters tell them apart.

    >>> from boardproof.rules import Players
    >>> symbols(Players("P0", "P1") | None)
    {None: '.', 'P0': '0', 'P1': '1'}
    """
    of = domain.of if isinstance(domain, OrNone) else domain
    words = [_word(element) for element in of]
    for pick in (0, -1):
        letters = [word[pick] for word in words]
        if len(set(letters)) == len(letters) and not {".", "/", ","} & set(letters):
            words = letters
            break
    none = {None: "."} if of is not domain else {}
    return {**none, **dict(zip(of, words, strict=True))}


def _lay_out(domain: Domain[Any], signs: dict[Any, str]) -> str:
    joint = "" if all(len(sign) == 1 for sign in signs.values()) else ","
    if joint == "" and not isinstance(domain, Grid) and any(s.isdigit() for s in signs.values()):
        joint = ","
    return "/".join(joint.join(signs[cell] for cell in row) for row in drawn_rows(domain))


def drawn_rows(domain: Domain[Any]) -> Iterator[tuple[Any, ...]]:
    """Return a domain's elements in rows as they are drawn: a grid from the top."""
    return iter(domain.drawn if isinstance(domain, BoardDomain) else (tuple(domain),))


def _read(variable: Variable, text: str) -> Any:
    match variable:
        case FlagVariable():
            return _read_one(variable.name, {"true": True, "false": False}, text)
        case MapVariable():
            return _read_map(variable, text)
        case SubsetVariable():
            return _read_subset(variable, text)
        case OneVariable():
            return _read_one(variable.name, {_word(e): e for e in variable.domain}, text)
    raise TypeError(f"{variable} has no position string")


def _read_one(name: str, words: dict[str, Any], text: str) -> Any:
    if text not in words:
        raise BadPosition(f"{name}: {text!r} is not one of {listing(list(words))}")
    return words[text]


def listing(words: list[str]) -> str:
    """Write the words that would have been right, of many the first and the last."""
    return ", ".join(words) if len(words) <= 8 else f"{words[0]} to {words[-1]}"


def _read_map(variable: MapVariable, text: str) -> dict[Any, Any]:
    letters = {sign: value for value, sign in symbols(variable.values).items()}
    return {
        key: _read_one(variable.name, letters, sign)
        for key, sign in _signs(variable.name, variable.domain, text)
    }


def _read_subset(variable: SubsetVariable, text: str) -> frozenset[Any]:
    if not isinstance(variable.domain, Grid | Edges):
        words = {_word(element): element for element in variable.domain}
        names = [] if text == "-" else text.split(",")
        return frozenset(_read_one(variable.name, words, n) for n in names)
    marks = {"x": True, ".": False}
    pairs = _signs(variable.name, variable.domain, text)
    return frozenset(key for key, sign in pairs if _read_one(variable.name, marks, sign))


def _signs(name: str, domain: Domain[Any], text: str) -> Iterator[tuple[Any, str]]:
    """Pair each element with its sign, or raise `BadPosition` naming the row of a wrong length."""
    wanted, rows = list(drawn_rows(domain)), text.split("/")
    if isinstance(domain, Grid):
        check_bounds(domain, [row.split(",") if "," in row else list(row) for row in rows])
    if len(rows) != len(wanted):
        raise BadPosition(f"{name}: {len(rows)} rows, where the board has {len(wanted)}")
    for number, (keys, row) in enumerate(zip(wanted, rows, strict=True), 1):
        signs = row.split(",") if "," in row else list(row)
        if len(signs) != len(keys) and len(keys) == 1:
            signs = [row]
        if len(signs) != len(keys):
            sizes = f"{len(signs)} places, not {len(keys)}"
            raise BadPosition(f"{name}: row {number} ({row}) has {sizes}")
        yield from zip(keys, signs, strict=True)


def check_bounds(grid: Grid, lines: list[list[str]]) -> None:
    """Refuse a piece that is drawn in a row or column that the board does not have."""
    upwards = lines[::-1] if grid.bottom_up else lines
    for row, line in enumerate(upwards, grid.rows.first):
        for column, sign in enumerate(line, grid.columns.first):
            if sign not in NOTHING and (row not in grid.rows or column not in grid.columns):
                size = f"{len(grid.rows)} rows and {len(grid.columns)} columns"
                raise OutOfBounds(f"{sign} at ({row},{column}) is outside the board of {size}")


# -- pickling -----------------------------------------------------------------------------------


def _reduce(position: Position) -> tuple[Any, ...]:
    """Return what `pickle` keeps of a position: its game, and its string."""
    game = position.game
    return _restore, (type(game), game.parameters, write_position(position))


def _restore(cls: type[Game], parameters: dict[str, Any], text: str) -> Position:
    return read_position(cls(**parameters), text)


copyreg.pickle(Position, _reduce)
