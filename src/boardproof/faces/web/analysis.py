"""Analysis: what is known of a position and each move; the value of each where it is solved."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from statistics import fmean
from typing import Any

from ...answers import Analysis
from ...engines.contract import Engine
from ...engines.game_search import SearchStopped
from ...engines.planner import plan
from ...engines.profile import SOLVE
from ...engines.solution import StrongSolution
from ...engines.tree_search import BATCH, play_out
from ...errors import BadInput, BoardproofError, TooLarge
from ...limits import Limits, memory_in_use
from ...positions.position import Position
from ...questions.analyst import Analyst
from ...questions.solve import result_in_words
from ...questions.study import Study
from .questions import GameTooLarge, PageQuestion, answer_fields

#: The last games solved in this process, each under the name of its engine.
_SOLVED: dict[Any, tuple[str, StrongSolution]] = {}
KEPT = 2
#: Those who analyse games in this process.
_ANALYSTS: dict[Any, Analyst] = {}
#: The greatest share of a question's time that an analysis takes.
LONGEST_SHARE = 0.9
#: For so many seconds in all an analysis waits for machine code, which is then used so long.
WAITING, USING = 60.0, 3.0
#: So many seconds of random games estimate a position of the graph that is not solved.
TRYING = 0.04


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


def analyse(question: PageQuestion) -> dict[str, Any]:
    """Tell what is known of a position while it grows, until time is over or nobody listens."""
    analyst, line = analyst_of(question), question.line
    go_on = _Patience(question, analyst)

    def shown(analysis: Analysis) -> dict[str, Any]:
        return {**answer_fields(analysis), "past": [_looked_up(analyst, one) for one in line]}

    told = analyst.analyse(
        question.position, go_on, lambda one: question.tell({"analysis": shown(one)})
    )
    if told.complete:
        with suppress(SearchStopped):
            analyst.solve_all(go_on)
    return shown(told)


class _Patience:
    """Whether an analysis goes on: for its time, and a patient one until machine code was used."""

    def __init__(self, question: PageQuestion, analyst: Analyst) -> None:
        self._question, self._analyst = question, analyst
        longest, asked = LONGEST_SHARE * question.seconds, question.asked
        self._end = question.began + min(asked["seconds"], longest)
        waiting = question.began + min(WAITING, longest)
        self._last = max(self._end, waiting) if asked["patient"] else self._end

    def __call__(self) -> bool:
        now = time.monotonic()
        if self._analyst.compiling:
            self._end = max(self._end, min(now + USING, self._last))
        return now < self._end and not self._question.stopped()


def graph(question: PageQuestion) -> dict[str, Any]:
    """Draw the positions around one."""
    from ...drawing.neighbours import neighbourhood_svg

    depth, label = question.asked["depth"], _labels(question)
    return {
        "svg": neighbourhood_svg(
            question.engine, question.position, depth, style=False, label=label
        ),
        "first": str(question.rules.game.players.elements[0]),
    }


def _labels(question: PageQuestion) -> Callable[[Position], tuple[str, str] | None]:
    """Return what says of a position what it is worth to the first player, solved or estimated."""
    analyst = analyst_of(question)
    with suppress(SearchStopped):
        Study(analyst, question.position, lambda: not question.stopped()).solve_some()
    first = str(question.rules.game.players.elements[0])

    def label(position: Position) -> tuple[str, str] | None:
        if (known := _looked_up(analyst, position)) is not None:
            return _sign(known["value"][first], known["distance"])
        with suppress(BoardproofError):  # a rule goes wrong further on
            ended = analyst.engine.payoff(position)
            if ended is not None:
                return _sign(ended[first])
            return "guess", f"≈{50 + 50 * _estimate(analyst, position, first):.0f}"
        return None

    return label


def _sign(worth: int, distance: int | None = None) -> tuple[str, str]:
    """Return the kind of a value, and the sign of it with the moves to the end."""
    kind = "win" if worth > 0 else "loss" if worth < 0 else "draw"
    return kind, {"win": "+", "loss": "−", "draw": "="}[kind] + str(distance or "")


def _estimate(analyst: Analyst, position: Position, player: str) -> float:
    """Return what a player gets on the average in some games of random moves: 1 for a win."""
    compiled, chance = None if analyst.rules.has_turns else analyst.compiled, Random(1)
    runner, batch = (analyst.engine, 1) if compiled is None else (compiled, BATCH)
    end, gained = time.thread_time() + TRYING, list[float]()
    while not gained or time.thread_time() < end:
        gained.append(play_out(runner, position, batch, chance, TRYING)[player] / batch)
    return fmean(gained)


def analyst_of(question: PageQuestion) -> Analyst:
    """Return the analyst of a game, who knows what was found out about it before."""
    if question.key not in _ANALYSTS:
        _ANALYSTS[question.key] = Analyst(question.rules, question.memory, question.table)
        while len(_ANALYSTS) > KEPT:
            del _ANALYSTS[next(iter(_ANALYSTS))]
    return _ANALYSTS[question.key]


def _looked_up(analyst: Analyst, position: Position) -> dict[str, Any] | None:
    """Return what is solved of a position already."""
    for solution in analyst.solutions:
        if (worth := _known(analyst.engine, solution, position)) is not None:
            return worth
    return None


def _solved(question: PageQuestion, position: Position) -> tuple[str, StrongSolution]:
    """Solve the game once; a position that play never reaches is solved from there on."""
    table = question.table
    solution = _keep(question, question.key, None) if table is None else ("tablebase", table)
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
