"""Alpha-beta on plain positions: slower than machine code, and available at once."""

from __future__ import annotations

from random import Random

from ..analysis.callgraph import score_points
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player
from .contract import Engine
from .game_search import GameSearch, GoOn, SearchResult, SearchStopped
from .planner import runner
from .solution import circles_are_draws

#: A win counts more than any evaluation, where results have no points.
WIN = 1 << 30
#: So many positions are remembered before all are forgotten.
REMEMBERED = 200_000
#: No search looks further ahead: each move takes a few frames of Python's stack.
DEEPEST = 125


class PlainSearch(GameSearch):
    """Searches one game for what a player, the hero, can make sure of against all others.

    Positions at the greatest depth are judged by the rulebook's `evaluation`; those that are not
    `judged`, or where there is none, count as drawn.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = runner(read(Diagonals()))
    >>> search = PlainSearch(engine)
    >>> search.stand(engine.initial(), "A")
    >>> search.ask(search.worth, depth=2).sure, search.ask(search.worth, depth=8).sure
    (False, True)
    """

    deepest = DEEPEST

    def __init__(self, engine: Engine, judged: bool = True) -> None:
        rules, points = engine.rules, score_points(engine.rules)
        self.engine, self.nodes = engine, 0
        self.worth, self.limit = (1, 2 * len(points)) if points else (WIN, WIN)
        self._judge = runner(rules) if judged and "evaluation" in rules.functions else None
        self._order = Random(0)
        self._stuck_draws = circles_are_draws(rules)
        self._known: dict[tuple[Position, Player, int], tuple[int, int, bool]] = {}

    def stand(self, position: Position, hero: Player) -> None:
        """Stand at a position that is not over, on the side of a player."""
        self.position, self.hero = position, hero

    def shuffle(self, seed: int, most: int) -> None:
        """Try moves in another order."""
        self._order = Random(seed)

    def ask(self, goal: int, depth: int, go_on: GoOn = lambda _: True) -> SearchResult:
        """Ask whether the hero can make sure of the goal, looking so many moves ahead."""
        self._goal, self._go_on = goal, go_on
        following = self.engine.successors(self.position)
        self._order.shuffle(following)
        value, sure, move = self._best(self.position, following, min(depth, DEEPEST))
        return SearchResult(value, sure, move)

    def _best(
        self, position: Position, following: list[tuple[Move, Position]], depth: int
    ) -> tuple[int, bool, Move]:
        """Return the value of the best move, whether it is sure, and that move."""
        mine = self.engine.player_to_move(position) == self.hero
        best, chosen, certain = None, following[0][0], True
        for move, after in following:
            value, sure = self._value(after, depth - 1)
            if best is None or (value > best if mine else value < best):
                best, chosen = value, move
            if (value >= self._goal) == mine:
                return value, sure, move
            certain = certain and sure
        assert best is not None
        return best, certain, chosen

    def _value(self, position: Position, depth: int) -> tuple[int, bool]:
        """Return a bound on the value of a position, and whether it leans on no evaluation."""
        key = position, self.hero, self._goal
        known = self._known.get(key)
        if known is not None and (known[2] or known[0] >= depth):
            return known[1:]
        self.nodes += 1
        if not self._go_on(self.nodes):
            raise SearchStopped
        value, sure = self._computed(position, depth)
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[key] = depth, value, sure
        return value, sure

    def _computed(self, position: Position, depth: int) -> tuple[int, bool]:
        payoff = self.engine.payoff(position)
        if payoff is not None:
            return payoff[self.hero] * self.worth, True
        if depth <= 0:
            return self._evaluate(position), False
        following = self.engine.successors(position)
        return self._best(position, following, depth)[:2] if following else (0, self._stuck_draws)

    def _evaluate(self, position: Position) -> int:
        """Judge a position: only a win is worth as much as a win, where results have no points."""
        worth = int(self._judge.ask(position, "evaluation", self.hero)) if self._judge else 0
        most = self.limit if self.worth == 1 else self.worth - 1
        return max(-most, min(most, worth))
