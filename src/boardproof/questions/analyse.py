"""Analyse: what is known of a position by now, the longer one waits the more."""

from __future__ import annotations

import time as clock
from collections.abc import Callable

from ..answers import Analysis
from ..engines.solution import StrongSolution
from ..errors import BadInput
from ..ir.rules import Rules
from ..positions.position import Position, starting_position
from .analyst import Analyst

#: The default time, in seconds.
USUAL_TIME = 5.0


def analyse(
    rules: Rules,
    position: Position | None = None,
    time: float = USUAL_TIME,
    memory: int | None = None,
    report: Callable[[Analysis], None] | None = None,
    solution: StrongSolution | None = None,
) -> Analysis:
    """Return what is known of a position, the first one unless given, after `time` seconds.

    It ends sooner where all is proved. `report` gets what is known meanwhile; a `solution` of the
    game, such as a tablebase, is looked into first.

    >>> from boardproof import load
    >>> print(analyse(load("tic-tac-toe", size=2)))
    A wins, in 3 moves (proved); best (0,0) (0,1) (1,0) (1,1)
    """
    if position is None and rules.starts_anywhere:
        raise BadInput("games start from many positions here: name one with --position")
    end = clock.perf_counter() + time
    analyst = Analyst(rules, memory, solution)
    start = position or starting_position(rules.game)
    return analyst.analyse(start, lambda: clock.perf_counter() < end, report or (lambda _: None))
