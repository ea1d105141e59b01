"""Weak solve: the value of one position, by searching no more than its proof needs."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from random import Random

from ..answers import WeakSolution
from ..engines.contract import Engine
from ..engines.game_search import SearchingEngine, SearchResult, SearchStopped
from ..engines.planner import plan
from ..engines.profile import SEARCH
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.elements import Player

#: Called with the depth, the positions searched so far, and what is known of the value.
WeakProgress = Callable[[int, int, str], None]

#: The default memory limit of the transposition table.
USUAL_MEMORY = 1 << 30
#: The number of endgames computed before the search, where the game has any: a byte each.
ENDGAMES = 1 << 22
#: Depths searched before the one that goes to the end of every game.
SHALLOW = (4, 8, 12, 16, 20)
#: The number and length of the random games that test whether positions repeat.
TRIALS, LONGEST = 12, 200


def solve_weak(
    rules: Rules,
    position: Position | None = None,
    time: float | None = None,
    memory: int | None = None,
    progress: WeakProgress | None = None,
) -> WeakSolution:
    """Find the value of a position, the starting one unless another is given.

    After `time` seconds, or when it is interrupted, the search says within which bounds the value
    lies. No more than `memory` bytes are taken.

    >>> from boardproof import load
    >>> answer = solve_weak(load("kalah", holes=2, beans=3))
    >>> answer.value, answer.result
    ({'South': -2, 'North': 2}, 'North wins')
    """
    if len(rules.game.players) != 2:
        raise BadInput(
            f"{rules.game.identity} has {len(rules.game.players)} players: a weak solve takes two; "
            "a strong one, without --weak, tells what each can force"
        )
    if position is None and rules.starts_anywhere:
        raise BadInput("a weak solve finds the value of one position: name it by --position")
    started = clock.perf_counter()
    engine: SearchingEngine = plan(SEARCH, rules).make()
    start = position or engine.initial()
    if engine.is_over(start):
        raise BadInput("the game is over in this position: there is nothing to search")
    if not engine.successors(start):
        raise BadInput("no move is possible in this position: there is nothing to search")
    _refuse_loops(engine, start)
    proof = _Proof(engine, start, memory, time, progress)
    proof.run()
    return proof.answer(round(clock.perf_counter() - started, 3))


def _refuse_loops(engine: Engine, start: Position) -> None:
    """Refuse a game in which positions repeat: an infinite game has no end to prove."""
    chance = Random(1)
    for _ in range(TRIALS):
        position, seen = start, {start}
        for _ in range(LONGEST):
            following = engine.successors(position)
            if not following:
                break
            position = chance.choice(following)[1]
            if position in seen:
                raise BadInput(
                    f"{engine.rules.game.identity} can come back to a position "
                    f"({write_position(position)}), and a weak solve follows games to their end: "
                    "solve it without --weak"
                )
            seen.add(position)


class _Proof:
    """Bounds of a value that close in on it."""

    least: int
    most: int

    def __init__(
        self,
        engine: SearchingEngine,
        start: Position,
        memory: int | None,
        time: float | None,
        progress: WeakProgress | None,
    ) -> None:
        self.engine, self.start, self.progress = engine, start, progress
        # While the table grows, the old one is there as well.
        room = Limits(memory=memory).free * 7 // 8
        room = min(room, USUAL_MEMORY) if memory is None else room
        if room < 1 << 24:
            raise BadInput("a weak solve needs more memory than that: allow more with --memory")
        self.minimax = engine.search(room, endgames=min(ENDGAMES, room))
        self.hero: Player = engine.rules.game.players.elements[0]
        self.minimax.stand(start, self.hero)
        self.least, self.most = -self.minimax.limit, self.minimax.limit
        self.best: str | None = None
        self.line: list[str] = []
        self.to_the_end = False
        self.depth = 0
        self._stop_at = clock.perf_counter() + time if time is not None else None
        self._mine = engine.player_to_move(start) == self.hero

    @property
    def settled(self) -> bool:
        """Whether the bounds have met."""
        return self.least >= self.most

    def run(self) -> None:
        """Search deeper and deeper until the value is proved, or the time is over."""
        depths = (*SHALLOW, self.minimax.deepest)
        try:
            guess = 0
            for self.depth in depths:
                guess = self._converge(guess)
                if self.settled:
                    self._follow()
                    return
        except (SearchStopped, KeyboardInterrupt):
            return

    def _converge(self, guess: int) -> int:
        """Ask null-window questions at one depth until their answers meet."""
        below, above = self.least, self.most
        while below < above:
            if not self._go_on(self.minimax.nodes):
                raise SearchStopped
            goal = self._goal(guess, below, above)
            found = self.minimax.ask(goal, self.depth, self._go_on)
            self._note(goal, found)
            guess = found.value
            if found.value >= goal:
                below = self._meant(goal, found)
            else:
                above = self._meant(goal, found)
        return below

    def _goal(self, guess: int, below: int, above: int) -> int:
        """Choose the next question: about the last answer, or, where there are only wins, a win."""
        worth = self.minimax.worth
        if worth > 1:
            return worth if above == worth else 1 - worth
        return max(below + 1, min(guess, above))

    def _meant(self, goal: int, found: SearchResult) -> int:
        """Read an answer as the bound it means, where there is nothing between win and draw."""
        worth = self.minimax.worth
        if worth == 1:
            return found.value
        if found.value >= goal:
            return worth if goal == worth else 0
        return 0 if goal == worth else -worth

    def _note(self, goal: int, found: SearchResult) -> None:
        """Keep what is proved, and the move that proves it."""
        if not found.sure:
            return
        if found.value >= goal:
            self.least = max(self.least, self._meant(goal, found))
        else:
            self.most = min(self.most, self._meant(goal, found))
        if (found.value >= goal) == self._mine:
            self.best = found.move.name

    # -- the line ---------------------------------------------------------------------------

    def _follow(self) -> None:
        """Go on to the end by moves that keep the value; most of them are in the table already."""
        position = self.start
        while self.engine.legal_moves(position):
            move = self._keeping(position)
            if move is None:
                return
            self.line.append(move.name)
            position = self.engine.successor(position, move)
        self.to_the_end = True

    def _keeping(self, position: Position) -> Move | None:
        """Return a move that is proved to keep the value, None where none is within reach."""
        mine = self.engine.player_to_move(position) == self.hero
        goal = self._kept_by(mine)
        if not -self.minimax.limit < goal <= self.minimax.limit:
            return _longest(self.engine, position)
        self.minimax.stand(position, self.hero)
        found = self.minimax.ask(goal, self.minimax.deepest, self._go_on)
        return found.move if found.sure and (found.value >= goal) == mine else None

    def _kept_by(self, mine: bool) -> int:
        """Return the goal that the hero's move reaches, or the other's prevents."""
        worth, value = self.minimax.worth, self.least
        if worth == 1:
            return value if mine else value + 1
        if value == 0:
            return 1 - worth if mine else worth
        return value if mine else value + 1

    def _go_on(self, nodes: int) -> bool:
        if self.progress:
            self.progress(self.depth, nodes, self._known())
        return self._stop_at is None or clock.perf_counter() < self._stop_at

    # -- the answer -------------------------------------------------------------------------

    def _margin(self, value: int) -> int:
        return value // self.minimax.worth

    def _known(self) -> str:
        """Return what is known of the value."""
        if self.settled:
            margin = self._margin(self.least)
            winner = self.hero if margin > 0 else self.hero.next
            return f"{winner} wins" if margin else "draw"
        limit = self.minimax.limit
        parts = [f"at least {self._margin(self.least):+}"] if self.least > -limit else []
        parts += [f"at most {self._margin(self.most):+}"] if self.most < limit else []
        bounds = " and ".join(parts)
        return f"unknown, {bounds} for {self.hero}" if bounds else "unknown"

    def answer(self, seconds: float) -> WeakSolution:
        """Put the answer together."""
        game = self.engine.rules.game
        limit = self.minimax.limit
        margin = self._margin(self.least)
        return WeakSolution(
            game=game.name,
            parameters=game.parameters,
            engine=self.engine.name,
            position=write_position(self.start),
            value={self.hero: margin, self.hero.next: -margin} if self.settled else None,
            result=self._known(),
            at_least=margin if self.least > -limit else None,
            at_most=self._margin(self.most) if self.most < limit else None,
            best=[self.best] if self.best else [],
            depth=self.depth,
            positions=self.minimax.nodes,
            seconds=seconds,
            line=self.line,
            to_the_end=self.to_the_end,
        )


def _longest(engine: Engine, position: Position) -> Move:
    """Return a move of a player for whom all are equal: one that does not end the game soon."""
    following = engine.successors(position)

    def lasting(after: Position) -> int:
        if engine.is_over(after):
            return 0
        return 2 - any(engine.is_over(later) for _, later in engine.successors(after))

    return max(following, key=lambda one: lasting(one[1]))[0]
