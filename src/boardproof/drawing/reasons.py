"""Which places explain a result or a defect: a winning line, a floating piece."""

from __future__ import annotations

from ..analysis.ending_grounds import EndingExplainer
from ..engines.contract import Engine
from ..positions.position import Position
from .pieces import pieces_at
from .places import boards_of


def reason_of(engine: Engine, position: Position) -> frozenset[str]:
    """Return the spots of the pieces that the result rests on, such as a winning line.

    >>> from boardproof import load, make_engine
    >>> from boardproof.positions.notation import read_position
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> ended = read_position(engine.rules.game, "mark=AAA/BB./... turn=B")
    >>> sorted(reason_of(engine, ended))
    ['cells.0,0', 'cells.0,1', 'cells.0,2']
    """
    if engine.result(position) is None:
        return frozenset()
    grounds = EndingExplainer(engine.rules).grounds(position)
    places = {place for ground in grounds for place in ground.places}
    return frozenset(
        spot.key
        for board in boards_of(position.game)
        for spot in board.spots
        if spot.place in places and pieces_at(position, board, spot.place)
    )


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
