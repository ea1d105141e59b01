"""Analysis: the value of each legal move, where the game is solved or can be."""

from __future__ import annotations

from typing import Any

from ...engines.contract import Engine
from ...engines.planner import plan
from ...engines.profile import SOLVE
from ...engines.solution import StrongSolution
from ...errors import BadInput, BoardproofError, TooLarge
from ...limits import Limits, memory_in_use
from ...positions.position import Position
from ...questions.solve import result_in_words
from .questions import GameTooLarge, PageQuestion

#: The last games solved in this process, each under the name of its engine.
_SOLVED: dict[Any, tuple[str, StrongSolution]] = {}
KEPT = 2


def solve(question: PageQuestion) -> dict[str, Any]:
    """Return value and distance of a position, of each move from it, and along the line."""
    engine, line = question.engine, question.line
    position = line[question.at]
    used, solved = _solved(question, position)
    return {
        **_worth(engine, solved, position),
        "best": [move.name for move in solved.best(position)],
        "moves": {
            move.name: _worth(engine, solved, after) for move, after in engine.successors(position)
        },
        "line": [_known(engine, solved, one) for one in line],
        "positions": solved.positions,
        "engine": used,
    }


def _solved(question: PageQuestion, position: Position) -> tuple[str, StrongSolution]:
    """Solve the game once; a position that play never reaches is solved from there on."""
    solution = _keep(question, question.key, None)
    try:
        solution[1].value(position)
    except BoardproofError:
        return _keep(question, (question.key, position), position)
    return solution


def _keep(question: PageQuestion, key: Any, start: Position | None) -> tuple[str, StrongSolution]:
    if key not in _SOLVED:
        if memory_in_use() > question.memory // 2:
            _SOLVED.clear()
        limits = Limits(question.progress, question.memory, threads=1)
        try:
            _SOLVED[key] = plan(SOLVE, question.rules, limits=limits).run(
                lambda engine, limits: (engine.name, engine.solve(limits, start))
            )
        except TooLarge as wrong:
            raise GameTooLarge(str(wrong)) if start is None else wrong from None
        while len(_SOLVED) > KEPT:
            del _SOLVED[next(iter(_SOLVED))]
    return _SOLVED[key]


def _worth(engine: Engine, solved: StrongSolution, position: Position) -> dict[str, Any]:
    value = {str(player): worth for player, worth in solved.value(position).items()}
    return {
        "value": value,
        "distance": solved.distance(position),
        "result": result_in_words(engine.rules, value),
    }


def _known(engine: Engine, solved: StrongSolution, position: Position) -> dict[str, Any] | None:
    try:
        return _worth(engine, solved, position)
    except BadInput:
        return None
