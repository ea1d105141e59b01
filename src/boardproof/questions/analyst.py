"""An analyst: studies positions of one game one after another, and keeps what was found out."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from math import inf
from typing import Any

from ..analysis.callgraph import score_points
from ..answers import Analysis
from ..engines.contract import Engine
from ..engines.game_search import SearchStopped
from ..engines.lookahead import PlainSearch
from ..engines.planner import runner
from ..engines.solution import StrongSolution
from ..ir.rules import Rules
from ..positions.position import Position
from .machine_code import MachineCode
from .study import GoOn, Study

#: How many solutions are kept.
KEPT = 3
#: The least seconds between two reports that say nothing new.
PAUSE = 0.3

Report = Callable[[Analysis], None]


class Analyst:
    """Studies positions of one game; `solution`, where there is one, is looked into first.

    >>> from boardproof import load
    >>> analyst = Analyst(load("tic-tac-toe", size=2))
    >>> print(analyst.analyse(runner(analyst.rules).initial(), lambda: True))
    A wins, in 3 moves (proved); best (0,0) (0,1) (1,0) (1,1)
    """

    def __init__(
        self, rules: Rules, memory: int | None = None, solution: StrongSolution | None = None
    ) -> None:
        self.rules, self.memory = rules, memory
        self.engine: Engine = runner(rules)
        self.players = rules.game.players.elements
        # One table will do for two: what one wins the other loses.
        self.heroes = self.players if len(self.players) > 2 else self.players[:1]
        self.given = [] if solution is None else [solution]
        self._solutions: list[StrongSolution] = []
        self.plain = PlainSearch(self.engine, judged=False)
        self._machine: MachineCode | None = None
        self._tried_all = False
        #: No value is above this: a win is 1, where nothing is scored.
        self.limit = inf if score_points(rules) else 1

    @property
    def compiled(self) -> Any:
        """The engine of machine code, None while there is none."""
        return None if self._machine is None else self._machine.engine

    @property
    def compiling(self) -> bool:
        """Whether machine code is being made."""
        return self._machine is not None and self._machine.busy

    @property
    def solver(self) -> Any:
        """The engine of machine code once it solves, None before."""
        return self.compiled if self._machine is not None and self._machine.solving else None

    @property
    def machine(self) -> MachineCode:
        """Machine code of the game; the first to ask has it made."""
        if self._machine is None:
            self._machine = MachineCode(self.rules, self.memory)
        return self._machine

    @property
    def solutions(self) -> list[StrongSolution]:
        """What is solved, the last first."""
        return [*self.given, *reversed(self._solutions)]

    def keep(self, solution: StrongSolution) -> None:
        """Keep a solution for positions that it has."""
        self._solutions = [*self._solutions, solution][-KEPT:]

    def solve_all(self, go_on: GoOn) -> None:
        """Solve a game of few positions from its start on, once: what came before is known then."""
        if self._tried_all or self.rules.starts_anywhere:
            return
        self._tried_all = True
        Study(self, self.engine.initial(), go_on).solve_some()

    def analyse(self, position: Position, go_on: GoOn, report: Report = lambda _: None) -> Analysis:
        """Study a position until all is known or time is over; report what is known by then."""
        study, last = Study(self, position, go_on), -inf
        try:
            for phase in study.phases():
                news, study.phase = phase != study.phase, phase
                if news or study.complete or clock.perf_counter() - last > PAUSE:
                    last = clock.perf_counter()
                    report(study.answer())
                if study.complete or not go_on():
                    break
        except SearchStopped:
            pass
        return study.answer()
