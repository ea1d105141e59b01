"""Alpha-beta on plain positions: slower than machine code, and available at once."""

from __future__ import annotations

import time as clock
from random import Random

from ..engines.contract import Engine
from ..engines.planner import runner
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player

FAR = 1 << 40
#: A win counts more than any evaluation.
WIN = 1 << 30


class TimeOver(Exception):
    """The time is over."""


class Lookahead:
    """Alpha-beta of one player against all others, until a deadline."""

    def __init__(self, engine: Engine, random: Random, deadline: float) -> None:
        self.engine, self._random, self._deadline = engine, random, deadline
        rules = engine.rules
        self._judge = runner(rules) if "evaluation" in rules.functions else None

    def best(self, position: Position, deepest: int) -> Move:
        """Return the best move of the deepest search that ends in time."""
        hero = self.engine.player_to_move(position)
        assert hero is not None
        following = self.engine.successors(position)
        self._random.shuffle(following)
        best = following[0][0]
        try:
            for depth in range(1, deepest + 1):
                scored = self._score_moves(following, hero, depth)
                if scored[0][0] <= -WIN and depth > 1:
                    break  # lost whatever one does, and not yet so at the depth before
                best = scored[0][1]
                following = [(move, after) for _, move, after in scored]
                if abs(scored[0][0]) >= WIN:
                    break
        except TimeOver:
            pass
        return best

    def _score_moves(
        self, following: list[tuple[Move, Position]], hero: Player, depth: int
    ) -> list[tuple[int, Move, Position]]:
        """Return all moves searched to a depth, the best first."""
        scored: list[tuple[int, Move, Position]] = []
        least = -FAR
        for move, after in following:
            value = self._value(after, hero, depth - 1, least, FAR)
            scored.append((value, move, after))
            least = max(least, value)
        return sorted(scored, key=lambda entry: -entry[0])

    def _value(self, position: Position, hero: Player, depth: int, least: int, most: int) -> int:
        if clock.perf_counter() > self._deadline:
            raise TimeOver
        payoff = self.engine.payoff(position)
        if payoff is not None:
            return payoff[hero] * WIN
        following = self.engine.successors(position) if depth else []
        if not following:
            return self._evaluate(position, hero)
        mine = self.engine.player_to_move(position) == hero
        best = -FAR if mine else FAR
        for _, after in following:
            value = self._value(after, hero, depth - 1, least, most)
            best = max(best, value) if mine else min(best, value)
            least, most = (max(least, best), most) if mine else (least, min(most, best))
            if least >= most:
                break
        return best

    def _evaluate(self, position: Position, hero: Player) -> int:
        return int(self._judge.ask(position, "evaluation", hero)) if self._judge else 0
