"""A player by minimax search to a depth, within a time that is never exceeded."""

from __future__ import annotations

import time as clock
from random import Random
from threading import Thread

from ..engines.contract import Engine
from ..engines.game_search import GameSearch, SearchingEngine, SearchStopped
from ..engines.lookahead import PlainSearch
from ..engines.planner import plan
from ..engines.profile import SEARCH
from ..errors import TooLarge
from ..ir.rules import Rules
from ..positions.moves import Move
from ..positions.position import Position

#: The default time limit for a move, in seconds.
USUAL_TIME = 5.0
#: Of the time allowed so much is kept back, for what has to be done besides searching.
RESERVE, LEAST_RESERVE = 0.1, 0.15
#: How fast a stall of the machine is forgotten, from move to move.
FORGETTING = 0.9
#: The greatest search depth.
DEEPEST = 125
#: The memory of the transposition table.
MEMORY = 1 << 26
#: Moves that look alike are tried in an order of chance.
LUCK = 64


class Deadline:
    """Lets a search continue until the longest pause between two calls could pass the end."""

    def __init__(self, at: float, pause: float) -> None:
        self._at, self.pause, self._last = at, pause, clock.perf_counter()

    def __call__(self, nodes: int) -> bool:
        """Whether there is time left."""
        now = clock.perf_counter()
        self.pause, self._last = max(self.pause, now - self._last), now
        return now + self.pause < self._at


class SmartPlayer:
    """Plays the move that minimax finds best; the others are taken to be all against it.

    It looks one move ahead, then two, and so on: to `depth` moves if that is given, and as long as
    the `time`, in seconds, allows. Positions at the end are judged by the rulebook's `evaluation`,
    or by lines almost completed. Where it was not prepared, it makes do with a plain search until
    the machine code is there.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> player = SmartPlayer(Random(1), depth=2)
    >>> player.prepare(engine)
    >>> near_win = engine.initial().replace(mark={(0, 0): "A", (0, 1): "A", (1, 1): "B"})
    >>> str(player.choose(engine, near_win))
    '(0,2)'
    """

    name = "smart"

    def __init__(self, random: Random, depth: int | None = None, time: float = USUAL_TIME) -> None:
        self._random, self.depth, self.time = random, depth or DEEPEST, time
        self._minimax: dict[str, GameSearch | None] = {}
        self._thread: Thread | None = None
        self._pause = 0.0

    def prepare(self, engine: Engine) -> None:
        """Make the machine code for a game, so that no move waits for it."""
        identity = engine.rules.game.identity
        if identity not in self._minimax:
            self._minimax[identity] = _make_minimax(engine.rules)

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose a move before the time is over."""
        started = clock.perf_counter()
        reserve = min(max(RESERVE * self.time, LEAST_RESERVE), self.time / 2)
        deadline = started + self.time - reserve
        legal = engine.legal_moves(position)
        if len(legal) == 1:
            return legal[0]
        identity = engine.rules.game.identity
        if identity not in self._minimax:
            self._prepare_in_background(engine)
        minimax = self._minimax.get(identity)
        if minimax is None:
            minimax = PlainSearch(engine)
        return self._search(minimax, engine, position, legal, deadline)

    def _prepare_in_background(self, engine: Engine) -> None:
        """Make the machine code while the game goes on."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(
                target=self.prepare, args=(engine,), name="machine code", daemon=True
            )
            self._thread.start()

    def _search(
        self,
        minimax: GameSearch,
        engine: Engine,
        position: Position,
        legal: list[Move],
        deadline: float,
    ) -> Move:
        hero = engine.player_to_move(position)
        assert hero is not None
        minimax.stand(position, hero)
        minimax.shuffle(self._random.getrandbits(32), LUCK)
        best, guess = self._random.choice(legal), 0
        go_on = Deadline(deadline, FORGETTING * self._pause)
        try:
            for depth in range(1, self.depth + 1):
                move, guess, sure = minimax.best_at(depth, guess, go_on)
                # What is lost whatever one does was not yet so at the depth before: lose late.
                if not (sure and guess <= -minimax.worth < -1 and depth > 1):
                    best = move
                if sure:
                    break
        except SearchStopped:
            pass
        self._pause = go_on.pause
        return best


def _make_minimax(rules: Rules) -> GameSearch | None:
    """Return the search of a game, None where it is too large for machine code."""
    try:
        engine: SearchingEngine = plan(SEARCH, rules).make()
        minimax = engine.search(MEMORY, at_once=True)
    except TooLarge:
        return None
    start, first = engine.initial(), engine.rules.game.players.elements[0]
    if not engine.is_over(start):
        minimax.stand(start, first)
        minimax.best_at(1, 0)
    return minimax
