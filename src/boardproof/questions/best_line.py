"""The best line: how a solved game goes on when everybody plays a best move."""

from __future__ import annotations

from typing import NamedTuple

from ..engines.contract import Engine
from ..engines.planner import runner
from ..engines.solution import StrongSolution
from ..ir.rules import Rules
from ..positions.position import Position


class BestLine(NamedTuple):
    """Moves from a position on; where the game repeats, the index of the position it returns to."""

    moves: list[str]
    back_to: int | None


def best_line(rules: Rules, solved: StrongSolution, start: Position) -> BestLine:
    """Follow best moves: win as soon, lose as late as can be; stop where a position comes back.

    >>> from boardproof import load, make_engine
    >>> rules = load("pong-hau-ki")
    >>> engine = make_engine("reference", rules)
    >>> best_line(rules, engine.solve(), engine.initial())
    BestLine(moves=['a', 'd', 'c', 'a', 'd', 'c'], back_to=0)
    """
    engine = runner(rules)
    position, moves, seen = start, list[str](), {start: 0}
    while (following := _step(engine, solved, position)) is not None:
        name, position = following
        moves.append(name)
        if position in seen:
            return BestLine(moves, seen[position])
        seen[position] = len(moves)
    return BestLine(moves, None)


def _step(
    engine: Engine, solved: StrongSolution, position: Position
) -> tuple[str, Position] | None:
    """Return a best move and the position after it; of draws, the one that lasts longest."""
    following = [(move.name, engine.successor(position, move)) for move in solved.best(position)]
    players = engine.rules.game.players
    if len(following) < 2 or len(players) > 2 or any(solved.value(position).values()):
        return following[0] if following else None
    return max(following, key=lambda one: _lasting(solved.distance(one[1])))


def _lasting(distance: int | None) -> float:
    return float("inf") if distance is None else distance
