"""The player who knows: by a tablebase, or by solving the game when it is first asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

from ..engines.contract import Engine
from ..engines.planner import plan
from ..engines.profile import SOLVE
from ..engines.solution import StrongSolution
from ..errors import BadPosition
from ..ir.rules import Rules
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.game import Game


class PerfectPlayer:
    """Plays a best move: wins as soon, loses as late as can be, and never gives a draw away.

    Of moves that are alike, one is chosen by lot. `store` is the folder of a tablebase.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> corner = engine.successors(engine.initial())[0][1]
    >>> PerfectPlayer(Random(1)).choose(engine, corner).name
    '(1,1)'
    """

    name = "perfect"

    def __init__(self, random: Random, store: Path | None = None) -> None:
        self._random, self._store = random, store
        self._solutions: dict[str, StrongSolution] = {}

    def prepare(self, engine: Engine) -> None:
        """Solve the game, or open the tablebase, before the first move."""
        self._solution(engine, engine.rules.game)

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose a best move by lot."""
        return self._random.choice(self._best(engine, position))

    def _best(self, engine: Engine, position: Position) -> list[Move]:
        """Return the best moves; an unreachable position is solved from there."""
        try:
            return self._solution(engine, position.game).best(position)
        except BadPosition:
            solved = _solve(engine.rules, position)
            self._solutions[position.game.identity] = solved
            return solved.best(position)

    def _solution(self, engine: Engine, game: Game) -> StrongSolution:
        if game.identity not in self._solutions:
            self._solutions[game.identity] = self._solve_or_open(engine)
        return self._solutions[game.identity]

    def _solve_or_open(self, engine: Engine) -> StrongSolution:
        if self._store is None:
            return _solve(engine.rules)
        from ..tablebase.probe import open_tablebase

        return open_tablebase(self._store, engine.rules)


def _solve(rules: Rules, start: Position | None = None) -> StrongSolution:
    solved: StrongSolution = plan(SOLVE, rules).run(
        lambda engine, limits: engine.solve(limits, start)
    )
    return solved
