"""A player by Monte-Carlo tree search, with playouts of random moves."""

from __future__ import annotations

import math
import time as clock
from random import Random

from ..engines.contract import Engine
from ..engines.planner import plan
from ..engines.profile import PLAYOUTS
from ..engines.tree_search import TreeSearch, play_out
from ..errors import TooLarge
from ..positions.moves import Move
from ..positions.position import Position

#: The default number of playouts for a move.
USUAL_GAMES = 2000
RESERVE, LEAST_RESERVE = 0.1, 0.05


class MctsPlayer:
    """Plays the move that most of its tried games began with.

    It plays `games` games of random moves for each move it makes, or as many as the `time`, in
    seconds, allows.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> near_win = engine.initial().replace(mark={(0, 0): "A", (0, 1): "A", (1, 1): "B"})
    >>> str(MctsPlayer(Random(1), games=200).choose(engine, near_win))
    '(0,2)'
    """

    name = "mcts"

    def __init__(self, random: Random, games: int | None = None, time: float | None = None) -> None:
        self._random, self.time = random, time
        self.games = games or (USUAL_GAMES if time is None else None)
        self._runners: dict[str, Engine] = {}

    def prepare(self, engine: Engine) -> None:
        """Make the machine code for a game, so that no move waits for it."""
        identity = engine.rules.game.identity
        if identity in self._runners:
            return
        try:
            runner = plan(PLAYOUTS, engine.rules).make()
        except TooLarge:
            runner = engine
        if not runner.is_over(runner.initial()):
            play_out(runner, runner.initial(), 1, self._random)
        self._runners[identity] = runner

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose the move that was tried most."""
        deadline = math.inf
        if self.time is not None:
            reserve = min(max(RESERVE * self.time, LEAST_RESERVE), self.time / 2)
            deadline = clock.perf_counter() + self.time - reserve
        elif engine.rules.game.identity not in self._runners:
            self.prepare(engine)
        runner = self._runners.get(engine.rules.game.identity, engine)
        search = TreeSearch(runner, position, self._random)
        root = search.root
        if root.open is not None and len(root.open) == 1:
            return root.open[0][0]
        while clock.perf_counter() < deadline and root.games < (self.games or math.inf):
            search.step()
        best = root.most_tried
        if best is None or best.move is None:
            return self._random.choice(engine.legal_moves(position))
        return best.move
