"""The player who knows: by a tablebase, by solving the game when first asked, or by a proof."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from ..answers import Analysis
from ..engines.contract import Engine
from ..engines.planner import plan
from ..engines.profile import SOLVE
from ..engines.solution import StrongSolution
from ..errors import BadInput, BadPosition, TooLarge
from ..ir.rules import Rules
from ..limits import Limits, TooMany
from ..positions.moves import Move
from ..positions.position import Position
from ..questions.analyst import Analyst
from ..questions.known import known_size

#: Games of more positions are not solved on the spot; a best move must be proved in some seconds.
MOST, PROVING = 200_000_000, 20.0


class PerfectPlayer:
    """Plays a best move: wins as soon, loses as late as can be, and never gives a draw away.

    Of moves that are alike, one is chosen by lot. `store` is the folder of a tablebase. Where the
    game is too large to solve, a move is played that is proved to be best within some seconds.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> corner = engine.successors(engine.initial())[0][1]
    >>> PerfectPlayer(Random(1)).choose(engine, corner).name
    '(1,1)'
    """

    name = "perfect"

    def __init__(self, random: Random, store: Path | None = None) -> None:
        self._random, self._store = random, store
        #: What is solved; None for a game that is too large.
        self._solutions: dict[str, StrongSolution | None] = {}
        self._analysts: dict[str, Analyst] = {}

    def prepare(self, engine: Engine) -> None:
        """Solve the game, or open the tablebase, before the first move."""
        self._solution(engine)

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose a best move by lot."""
        return self._random.choice(self._best(engine, position))

    def _best(self, engine: Engine, position: Position) -> list[Move]:
        """Return the best moves; an unreachable position is solved from there."""
        solution = self._solution(engine)
        if solution is not None:
            with suppress(BadPosition):
                return solution.best(position)
            solution = self._solutions[position.game.identity] = _solve(engine.rules, position)
        return solution.best(position) if solution else self._proved(engine, position)

    def _solution(self, engine: Engine) -> StrongSolution | None:
        identity = engine.rules.game.identity
        if identity not in self._solutions:
            self._solutions[identity] = self._solve_or_open(engine)
        return self._solutions[identity]

    def _solve_or_open(self, engine: Engine) -> StrongSolution | None:
        if self._store is not None:
            from ..tablebase.probe import open_tablebase

            return open_tablebase(self._store, engine.rules)
        known = known_size(engine.rules.game) or 0
        return _solve(engine.rules) if known <= MOST else None

    def _proved(self, engine: Engine, position: Position) -> list[Move]:
        """Return moves that are proved to be best, or say that none is."""
        rules, end = engine.rules, time.monotonic() + PROVING
        analyst = self._analysts.setdefault(rules.game.identity, Analyst(rules))
        best = proved_best(analyst, position, lambda: time.monotonic() < end)
        if not best:
            raise unproved(rules, PROVING)
        return [move for move in engine.legal_moves(position) if move.name in best]


def proved_best(analyst: Analyst, position: Position, go_on: Callable[[], bool]) -> list[str]:
    """Return moves that are proved to be best as soon as there are any, none if that takes longer.

    >>> from boardproof import load, make_engine
    >>> rules = load("tic-tac-toe", size=2)
    >>> start = make_engine("reference", rules).initial()
    >>> proved_best(Analyst(rules), start, lambda: True)
    ['(0,0)', '(0,1)', '(1,0)', '(1,1)']
    """
    best = list[str]()

    def note(told: Analysis) -> None:
        worth = told.here.value
        best[:] = [one for one in told.best if worth and told.moves[one].value == worth]

    note(analyst.analyse(position, lambda: not best and go_on(), note))
    return best


def unproved(rules: Rules, seconds: float) -> BadInput:
    """Return what to say where a game is too large to solve and no best move is proved."""
    game, size = rules.game.identity, known_size(rules.game)
    many = f" of {size:,} positions" if size else ""
    return BadInput(
        f"no best move is proved here within {seconds:g} s, and {game}{many} is too large to solve "
        "on the spot: let smart or mcts play, or solve it into a tablebase (solve --store DIR) for "
        "perfect:store=DIR"
    )


def _solve(rules: Rules, start: Position | None = None) -> StrongSolution | None:
    """Solve a game from a position on, unless it is too large."""
    try:
        solved: StrongSolution = plan(SOLVE, rules, limits=Limits().bounded(MOST)).run(
            lambda engine, limits: engine.solve(limits, start)
        )
    except (TooLarge, TooMany):
        return None
    return solved
