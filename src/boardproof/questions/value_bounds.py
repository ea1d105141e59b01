"""Bounds on the value of a position, as a search proves them, that close in on it."""

from __future__ import annotations

from ..engines.contract import Engine
from ..engines.game_search import GameSearch, GoOn, SearchResult
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player


class ValueBounds:
    """What is proved of a position that is not over: what it is worth to a player, the hero.

    `best` is a move that proves the last bound that the one to move cares for.

    >>> from boardproof import load, make_engine
    >>> from boardproof.engines.lookahead import PlainSearch
    >>> engine = make_engine("reference", load("tic-tac-toe", size=2))
    >>> bounds = ValueBounds(engine, PlainSearch(engine), engine.initial(), "A")
    >>> _ = bounds.converge(2, 0, lambda nodes: True)
    >>> bounds.settled
    False
    >>> _ = bounds.converge(3, 0, lambda nodes: True)
    >>> bounds.settled, bounds.margin(bounds.least)
    (True, 1)
    """

    def __init__(self, engine: Engine, search: GameSearch, start: Position, hero: Player) -> None:
        self.engine, self.search, self.start, self.hero = engine, search, start, hero
        self.least, self.most = -search.limit, search.limit
        self.best: str | None = None
        self._mine = engine.player_to_move(start) == hero

    @property
    def settled(self) -> bool:
        """Whether the bounds have met."""
        return self.least >= self.most

    @property
    def at_least(self) -> int | None:
        """The margin that is proved to be reached, None where nothing is."""
        return self.margin(self.least) if self.least > -self.search.limit else None

    @property
    def at_most(self) -> int | None:
        """The margin that is proved not to be exceeded, None where nothing is."""
        return self.margin(self.most) if self.most < self.search.limit else None

    def margin(self, value: int) -> int:
        """Return a value as the points or the result that it stands for."""
        return value // self.search.worth

    def converge(self, depth: int, guess: int, go_on: GoOn) -> int:
        """Ask null-window questions at one depth until their answers meet; return where."""
        self.search.stand(self.start, self.hero)
        below, above = self.least, self.most
        while below < above:
            goal = self._goal(guess, below, above)
            found = self.search.ask(goal, depth, go_on)
            self._note(goal, found)
            guess = found.value
            if found.value >= goal:
                below = self._meant(goal, found)
            else:
                above = self._meant(goal, found)
        return below

    def _goal(self, guess: int, below: int, above: int) -> int:
        """Choose the next question: about the last answer, or, where there are only wins, a win."""
        worth = self.search.worth
        if worth > 1:
            return worth if above == worth else 1 - worth
        return max(below + 1, min(guess, above))

    def _meant(self, goal: int, found: SearchResult) -> int:
        """Read an answer as the bound it means, where there is nothing between win and draw."""
        worth = self.search.worth
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

    def follow(self, go_on: GoOn) -> tuple[list[str], bool]:
        """Go on by moves that keep a settled value; return them, and whether they reach an end.

        Most of what they lead to is in the search's table already.
        """
        position, line = self.start, list[str]()
        while self.engine.legal_moves(position):
            move = self._keeping(position, go_on)
            if move is None:
                return line, False
            line.append(move.name)
            position = self.engine.successor(position, move)
        return line, True

    def _keeping(self, position: Position, go_on: GoOn) -> Move | None:
        """Return a move that is proved to keep the value, None where none is within reach."""
        mine = self.engine.player_to_move(position) == self.hero
        goal = self._kept_by(mine)
        if not -self.search.limit < goal <= self.search.limit:
            return _longest(self.engine, position)
        self.search.stand(position, self.hero)
        found = self.search.ask(goal, self.search.deepest, go_on)
        return found.move if found.sure and (found.value >= goal) == mine else None

    def _kept_by(self, mine: bool) -> int:
        """Return the goal that the hero's move reaches, or the other's prevents."""
        worth, value = self.search.worth, self.least
        if worth == 1:
            return value if mine else value + 1
        if value == 0:
            return 1 - worth if mine else worth
        return value if mine else value + 1


def _longest(engine: Engine, position: Position) -> Move:
    """Return a move of a player for whom all are equal: one that does not end the game soon."""
    following = engine.successors(position)

    def lasting(after: Position) -> int:
        if engine.is_over(after):
            return 0
        return 2 - any(engine.is_over(later) for _, later in engine.successors(after))

    return max(following, key=lambda one: lasting(one[1]))[0]
