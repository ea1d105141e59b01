"""Which places explain a result or a defect: a winning line, a floating piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..engines.contract import Engine
from ..positions.position import Position
from ..rules.domains import OrNone
from ..rules.state import MapVariable, SubsetVariable
from .pieces import pieces_at
from .places import DrawnBoard, Spot, boards_of

#: What lies on a spot of a board.
OnBoard = tuple[DrawnBoard, Spot]
#: Whether a position ends the game as the one that is explained does.
Test = Callable[[Position], bool]
#: Boards with more pieces than this are not searched for an explanation.
MOST_PIECES = 150


def reason_of(engine: Engine, position: Position) -> frozenset[str]:
    """Return the spots of the pieces that explain the result, whatever else is on the board.

    Pieces are removed one by one as long as the result stays. What is left explains it, if
    each piece that was removed may come back without changing it; else nothing does. Where the
    result stays without a piece that is left, as with two lines at once, the others explain it too.

    >>> from boardproof import load, make_engine
    >>> from boardproof.positions.notation import read_position
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> ended = read_position(engine.rules.game, "mark=AAA/BB./... turn=B")
    >>> sorted(reason_of(engine, ended))
    ['cells.0,0', 'cells.0,1', 'cells.0,2']
    """
    result = engine.result(position)
    pieces = [] if result is None else list(_occupied(position))
    if not 2 <= len(pieces) <= MOST_PIECES:
        return frozenset()

    def ends_alike(other: Position) -> bool:
        return engine.result(other) == result

    needed = _needed(ends_alike, position, pieces)
    if len(needed) == 1 and needed != _needed(ends_alike, position, pieces[::-1]):
        return frozenset()  # any one piece would do: the number counts, not the place
    return _all_needed(ends_alike, position, pieces, needed)


def _all_needed(
    ends_alike: Test, position: Position, pieces: list[OnBoard], first: frozenset[str]
) -> frozenset[str]:
    """Join other explanations of the same size to the first: each lacks a piece that is known."""
    known, open_ = first, [piece for piece in pieces if piece[1].key in first]
    for board, spot in open_:  # grows as more is known
        if not ends_alike(_filled(position, board, spot)):
            continue  # all explanations have it
        order = sorted(pieces, key=lambda piece: (piece[1] is not spot, piece[1].key not in known))
        other = _needed(ends_alike, position, order)
        if len(other) == len(first):
            open_ += [piece for piece in pieces if piece[1].key in other - known]
            known |= other
    return known


def _needed(ends_alike: Test, position: Position, pieces: list[OnBoard]) -> frozenset[str]:
    """Remove pieces in this order as long as the result stays; return the spots of the rest."""
    kept, left, bare = [], [], position
    for board, spot in pieces:
        without = _filled(bare, board, spot)
        if ends_alike(without):
            left.append((board, spot))
            bare = without
        else:
            kept.append(spot.key)
    if not left or not all(ends_alike(_filled(bare, *piece, position)) for piece in left):
        return frozenset()
    return frozenset(kept)


def defects_of(engine: Engine, position: Position) -> list[tuple[str, list[str]]]:
    """Return the defects of a position, each with the spots that it names.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("connect-four"))
    >>> defects_of(engine, engine.initial().replace(board={(3, 2): "P0"}))[0][1]
    ['cells.3,2']
    """
    keys = {spot.place: spot.key for board in boards_of(position.game) for spot in board.spots}
    return [
        (str(defect), [keys[value] for value in defect.arguments.values() if value in keys])
        for defect in engine.defects(position)
    ]


def _occupied(position: Position) -> Iterator[OnBoard]:
    """Return the pieces that can be removed: those of partial maps and of sets."""
    for board in boards_of(position.game):
        for spot in board.spots:
            there = pieces_at(position, board, spot.place)
            if there and _filled(position, board, spot) != position:
                yield board, spot


def _filled(
    position: Position, board: DrawnBoard, spot: Spot, model: Position | None = None
) -> Position:
    """Put on a place what lies there in the model; without a model, empty it."""
    changes = {}
    for variable in board.variables:
        value = getattr(position, variable.name)
        there = getattr(model, variable.name) if model else None
        if isinstance(variable, SubsetVariable):
            inside = there is not None and spot.place in there
            changes[variable.name] = value | {spot.place} if inside else value - {spot.place}
        elif isinstance(variable, MapVariable) and isinstance(variable.values, OrNone):
            changes[variable.name] = {spot.place: there[spot.place] if there else None}
    return position.replace(**changes) if changes else position
