"""Which places explain a result or a defect: a winning line, a floating piece."""

from __future__ import annotations

from collections.abc import Iterator

from ..engines.contract import Engine
from ..positions.position import Position
from ..rules.domains import OrNone
from ..rules.results import Result
from ..rules.state import MapVariable, SubsetVariable
from .pieces import pieces_at
from .places import DrawnBoard, Spot, boards_of

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
    if result is None:
        return frozenset()
    pieces = list(_occupied(position))
    if not 2 <= len(pieces) <= MOST_PIECES:
        return frozenset()
    needed = _needed(engine, position, pieces, result)
    if len(needed) == 1 and needed != _needed(engine, position, pieces[::-1], result):
        return frozenset()  # any one piece would do: the number counts, not the place
    return _all_needed(engine, position, pieces, result, needed)


def _all_needed(
    engine: Engine,
    position: Position,
    pieces: list[tuple[DrawnBoard, Spot]],
    result: Result,
    first: frozenset[str],
) -> frozenset[str]:
    """Join other explanations of the same size to the first: each lacks a piece that is known."""
    known, open_ = first, [piece for piece in pieces if piece[1].key in first]
    for board, spot in open_:  # grows as more is known
        if engine.result(_cleared(position, board, spot)) != result:
            continue  # all explanations have it
        order = sorted(pieces, key=lambda piece: (piece[1] is not spot, piece[1].key not in known))
        other = _needed(engine, position, order, result)
        if len(other) == len(first):
            open_ += [piece for piece in pieces if piece[1].key in other - known]
            known |= other
    return known


def _needed(
    engine: Engine, position: Position, pieces: list[tuple[DrawnBoard, Spot]], result: Result
) -> frozenset[str]:
    """Remove pieces in this order as long as the result stays; return the spots of the rest."""
    kept, left, bare = [], [], position
    for board, spot in pieces:
        without = _cleared(bare, board, spot)
        if engine.result(without) == result:
            left.append((board, spot))
            bare = without
        else:
            kept.append(spot.key)
    if not left or any(not _still(engine, bare, position, *piece, result) for piece in left):
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


def _occupied(position: Position) -> Iterator[tuple[DrawnBoard, Spot]]:
    """Return the pieces that can be removed: those of partial maps and of sets."""
    for board in boards_of(position.game):
        for spot in board.spots:
            if (
                pieces_at(position, board, spot.place)
                and _cleared(position, board, spot) != position
            ):
                yield board, spot


def _cleared(position: Position, board: DrawnBoard, spot: Spot) -> Position:
    return _with(position, board, spot, None)


def _with(position: Position, board: DrawnBoard, spot: Spot, model: Position | None) -> Position:
    """Empty a place, or put on it what lies there in the model."""
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


def _still(
    engine: Engine, bare: Position, whole: Position, board: DrawnBoard, spot: Spot, result: Result
) -> bool:
    return engine.result(_with(bare, board, spot, whole)) == result
