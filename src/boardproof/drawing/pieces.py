"""What lies on a place: pieces of players, counts, marks of other sets, words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..positions.board_text import shorten
from ..positions.position import Position
from ..rules.domains import Range
from ..rules.elements import Player, Region
from ..rules.game import Game
from ..rules.state import MapVariable, SubsetVariable, Variable
from .places import boards_of
from .spots import DrawnBoard, Spot
from .text import COLOURS, NAMED, colour_of, owner_of


@dataclass(frozen=True)
class Piece:
    """Something on a place: a player's disc, a token of nobody's, beans, a small mark, a word.

    `seat` is the number of the player it belongs to, None where it is nobody's; `most` the largest
    number that may be there, where the least is nothing.
    """

    kind: str
    text: str
    words: str
    seat: int | None = None
    colour: str = ""
    count: int = 0
    most: int = 0
    #: The numbers of the things that stand here, the lowest first.
    tower: tuple[int, ...] = ()


def pieces_at(position: Position, board: DrawnBoard, place: Any) -> list[Piece]:
    """Return what lies on a place.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> start = starting_position(load("connect-four").game)
    >>> (board,) = boards_of(start.game)
    >>> pieces_at(start.replace(board={(0, 3): "P0"}), board, (0, 3))[0].words
    'P0'
    """
    pieces = [
        (variable, piece)
        for variable in board.variables
        if (piece := _piece(position, board, variable, place)) is not None
    ]
    if len(pieces) == 1 and pieces[0][1].kind == "mark":
        return [_standing(board, *pieces[0])]
    return [piece for _, piece in pieces]


def _standing(board: DrawnBoard, variable: Variable, mark: Piece) -> Piece:
    """Return a mark that stands alone: a token if it is one place, or all that ever lies there."""
    if not isinstance(variable, SubsetVariable):
        return replace(mark, kind="token")
    beside = (v for v in board.variables if v is not variable)
    if any(isinstance(v, SubsetVariable) or v.domain is board.domain for v in beside):
        return mark
    return replace(mark, kind="token", text="")


def words_at(position: Position, board: DrawnBoard, place: Any) -> str:
    """Return in words what lies on a place, for screen readers."""
    return " and ".join(piece.words for piece in pieces_at(position, board, place)) or "empty"


def _piece(position: Position, board: DrawnBoard, variable: Variable, place: Any) -> Piece | None:
    value = position[variable.name]
    if not isinstance(variable, MapVariable):
        there = place in value if isinstance(variable, SubsetVariable) else place == value
        return _member(position.game, board, variable) if there else None
    if board.kind == "towers":
        return _tower(variable, [thing for thing, held in value.items() if held == place])
    if variable.domain is not board.domain:
        return next((_disc(p) for p, held in value.items() if _covers(held, place)), None)
    held = value[place]
    if held is None:
        return None
    owner = held if isinstance(held, Player) else _called(position.game, held)
    if owner is not None:
        return _disc(owner)
    if _counts(variable):
        most = max(variable.values) if board.kind == "row" and 0 in variable.values else 0
        return Piece("count", str(held), f"holds {held}", count=held, most=most)
    return Piece("word", str(held), f"holds {held}")


def _tower(variable: MapVariable, things: list[Any]) -> Piece | None:
    """Return the things that stand at a place: the last of their domain carries the others."""
    order = sorted(map(variable.domain.index, things), reverse=True)
    told = ", ".join(str(variable.domain.elements[at]) for at in reversed(order))
    most = len(variable.domain)
    return Piece("tower", told, f"holds {told}", most=most, tower=tuple(order)) if order else None


def _covers(held: Any, place: Any) -> bool:
    """Whether what a player has is a place, or a piece of several that covers it."""
    return place in held if isinstance(held, Region) else bool(held == place)


def _called(game: Game, word: Any) -> Player | None:
    """Return the player whose name a word is."""
    return next((p for p in game.players if isinstance(word, str) and p == word), None)


def _counts(variable: MapVariable) -> bool:
    return isinstance(variable.values, Range) and variable.values.first >= 0


def _disc(player: Player) -> Piece:
    others = [str(other) for other in player.domain if other != player]
    short = all(len(name) <= 3 for name in [player, *others])
    text = str(player) if short else shorten(str(player), others)
    return Piece("disc", text, str(player), player.domain.index(player), tone(player))


def _member(game: Game, board: DrawnBoard, variable: Variable) -> Piece:
    """Draw what goes by a player's name as that player's pieces, anything else as a mark."""
    others = [other.name for other in board.variables if other is not variable]
    text = shorten(variable.name, others)
    owner = owner_of(game, variable)
    if owner is None:
        return Piece("mark", text, f"in {variable.name}")
    return Piece("disc", text, variable.name, game.players.index(owner), tone(owner))


def tone(player: Player) -> str:
    """Return a colour of the style sheet: the one the rulebook names, or one by the seat."""
    named = colour_of(player)
    return named if named in NAMED else COLOURS[player.domain.index(player) % len(COLOURS)]


def changed_spots(before: Position, after: Position) -> frozenset[str]:
    """Return the keys of the spots on which something has changed.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> start = starting_position(load("tic-tac-toe").game)
    >>> sorted(changed_spots(start, start.replace(mark={(1, 1): "A"})))
    ['cells.1,1']
    """
    return frozenset(
        spot.key
        for board in boards_of(after.game)
        for spot in _touched_spots(before, after, board)
        if pieces_at(before, board, spot.place) != pieces_at(after, board, spot.place)
    )


def _touched_spots(before: Position, after: Position, board: DrawnBoard) -> Sequence[Spot]:
    """Return the spots that may show something else: where values differ, or all of them."""
    changed = [v for v in board.variables if before[v.name] != after[v.name]]
    if any(not isinstance(v, MapVariable) or v.domain is not board.domain for v in changed):
        return board.spots
    maps = [(before[v.name], after[v.name]) for v in changed]
    return [s for s in board.spots if any(old[s.place] != new[s.place] for old, new in maps)]
