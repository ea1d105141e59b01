"""What lies on a place: pieces of players, counts, marks of other sets, words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..positions.board_text import shorten
from ..positions.position import Position
from ..rules.domains import Range
from ..rules.elements import Player
from ..rules.game import Game
from ..rules.state import MapVariable, SubsetVariable, Variable
from .places import DrawnBoard, boards_of
from .text import COLOURS, colour_of, owner_of


@dataclass(frozen=True)
class Piece:
    """Something on a place: a player's disc, a number of beans, a small mark, a word.

    `seat` is the number of the player it belongs to, None where it is nobody's.
    """

    kind: str
    text: str
    words: str
    seat: int | None = None
    colour: str = ""
    count: int = 0


def pieces_at(position: Position, board: DrawnBoard, place: Any) -> list[Piece]:
    """Return what lies on a place.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> start = starting_position(load("connect-four").game)
    >>> (board,) = boards_of(start.game)
    >>> pieces_at(start.replace(board={(0, 3): "P0"}), board, (0, 3))[0].words
    'P0'
    """
    pieces = (_piece(position, board, variable, place) for variable in board.variables)
    return [piece for piece in pieces if piece is not None]


def words_at(position: Position, board: DrawnBoard, place: Any) -> str:
    """Return in words what lies on a place, for screen readers."""
    return " and ".join(piece.words for piece in pieces_at(position, board, place)) or "empty"


def _piece(position: Position, board: DrawnBoard, variable: Variable, place: Any) -> Piece | None:
    value = getattr(position, variable.name)
    if not isinstance(variable, MapVariable):
        there = place in value if isinstance(variable, SubsetVariable) else place == value
        return _member(position.game, board, variable) if there else None
    held = value[place]
    if held is None:
        return None
    if isinstance(held, Player):
        return _disc(held)
    if _counts(variable):
        return Piece("count", str(held), f"holds {held}", count=held)
    return Piece("word", str(held), f"holds {held}")


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
    return named if named in COLOURS else COLOURS[player.domain.index(player) % len(COLOURS)]


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
        for spot in board.spots
        if pieces_at(before, board, spot.place) != pieces_at(after, board, spot.place)
    )
