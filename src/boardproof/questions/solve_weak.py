"""Weak solve: the value of one position, by searching no more than its proof needs."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from random import Random

from ..answers import WeakSolution
from ..engines.contract import Engine, make_engine
from ..engines.game_search import SearchingEngine, SearchStopped
from ..engines.planner import plan
from ..engines.profile import SEARCH
from ..engines.solution import circles_are_draws
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.elements import Player
from .value_bounds import ValueBounds

#: Called with the depth, the positions searched so far, and what is known of the value.
WeakProgress = Callable[[int, int, str], None]

#: The default memory limit of the transposition table.
USUAL_MEMORY = 1 << 30
#: The maximal number of endgames computed while the search goes on, where the game has any: a byte
#: each.
ENDGAMES = 1 << 27
#: Depths searched before the one that goes to the end of every game.
SHALLOW = (4, 8, 12, 16, 20)
#: And then, where points are counted: the nearer a guess is, the fewer questions are asked in vain.
DEEPER = (24, 28)
#: The number and length of the random games that test whether positions repeat.
TRIALS, LONGEST = 12, 200


def solve_weak(
    rules: Rules,
    position: Position | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: WeakProgress | None = None,
) -> WeakSolution:
    """Find the value of a position, the starting one unless another is given.

    After `time` seconds, or when it is interrupted, the search says within which bounds the value
    lies. No more than `memory` bytes are taken, and no more `threads`: by default, all cores.

    >>> from boardproof import load
    >>> answer = solve_weak(load("kalah", holes=2, beans=3))
    >>> answer.value, answer.result
    ({'South': -2, 'North': 2}, 'North wins')
    """
    seats = len(rules.game.players)
    if seats != 2:
        many = "1 player" if seats == 1 else f"{seats} players"
        raise BadInput(
            f"{rules.game.identity} has {many}: a weak solve takes two; "
            "a strong one, without --weak, tells what each can force"
        )
    if position is None and rules.starts_anywhere:
        raise BadInput("a weak solve finds the value of one position: name it by --position")
    if not circles_are_draws(rules):
        raise BadInput(
            f"endless says of {rules.game.identity} that a game without end is no draw, and a weak "
            "solve takes it for one: solve it without --weak"
        )
    started = clock.perf_counter()
    engine: SearchingEngine = plan(SEARCH, rules).make()
    # What is asked of single positions is answered before machine code for it would be there.
    plain = make_engine("reference", rules)
    start = position or plain.initial()
    if plain.is_over(start):
        raise BadInput("the game is over in this position: there is nothing to search")
    if not plain.successors(start):
        raise BadInput("no move is possible in this position: there is nothing to search")
    _refuse_loops(plain, start)
    proof = _Proof(engine, plain, start, Limits(memory=memory, threads=threads), time, progress)
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
    """A search for the value of a position that goes deeper and deeper."""

    def __init__(
        self,
        engine: SearchingEngine,
        plain: Engine,
        start: Position,
        limits: Limits,
        time: float | None,
        progress: WeakProgress | None,
    ) -> None:
        self.engine, self.start, self.progress = engine, start, progress
        # While the table grows, the old one is there as well.
        room = limits.free * 7 // 8
        room = min(room, USUAL_MEMORY) if limits.given_memory is None else room
        if room < 1 << 24:
            raise BadInput("a weak solve needs more memory than that: allow more with --memory")
        self.minimax = engine.search(room, most_endgames=min(ENDGAMES, room // 4), limits=limits)
        self.hero: Player = engine.rules.game.players.elements[0]
        self.bounds = ValueBounds(plain, self.minimax, start, self.hero)
        self.line: list[str] = []
        self.to_the_end = False
        self.depth = 0
        self._stop_at = clock.perf_counter() + time if time is not None else None

    def run(self) -> None:
        """Search deeper and deeper until the value is proved, or the time is over."""
        points = DEEPER if self.minimax.worth == 1 else ()
        depths = (*SHALLOW, *points, self.minimax.deepest)
        try:
            guess = 0
            for self.depth in depths:
                if not self._go_on(self.minimax.nodes):
                    return
                guess = self.bounds.converge(self.depth, guess, self._go_on)
                if self.bounds.settled:
                    self.line, self.to_the_end = self.bounds.follow(self._go_on)
                    return
        except (SearchStopped, KeyboardInterrupt):
            return

    def _go_on(self, nodes: int) -> bool:
        if self.progress:
            self.progress(self.depth, nodes, self._known())
        return self._stop_at is None or clock.perf_counter() < self._stop_at

    # -- the answer -------------------------------------------------------------------------

    def _known(self) -> str:
        """Return what is known of the value."""
        bounds = self.bounds
        if bounds.settled:
            margin = bounds.margin(bounds.least)
            winner = self.hero if margin > 0 else self.hero.next
            return f"{winner} wins" if margin else "draw"
        parts = [f"at least {bounds.at_least:+}"] if bounds.at_least is not None else []
        parts += [f"at most {bounds.at_most:+}"] if bounds.at_most is not None else []
        known = " and ".join(parts)
        return f"unknown, {known} for {self.hero}" if known else "unknown"

    def answer(self, seconds: float) -> WeakSolution:
        """Put the answer together."""
        game, bounds = self.engine.rules.game, self.bounds
        margin = bounds.margin(bounds.least)
        return WeakSolution(
            game=game.name,
            parameters=game.parameters,
            engine=self.engine.name,
            position=write_position(self.start),
            value={self.hero: margin, self.hero.next: -margin} if bounds.settled else None,
            result=self._known(),
            at_least=bounds.at_least,
            at_most=bounds.at_most,
            best=[bounds.best] if bounds.best else [],
            depth=self.depth,
            positions=self.minimax.nodes,
            seconds=seconds,
            line=self.line,
            to_the_end=self.to_the_end,
        )
