"""Asking the search: one question after another, in small portions of work."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ....errors import RuleBroken
from ....positions.moves import Move
from ....positions.notation import write_position
from ....positions.position import Position
from ....rules.elements import Player
from ...game_search import GameSearch, SearchResult, SearchStopped
from ..bfs.memory import zeros
from ..kernels.constants import FIELDS, SURELY
from ..kernels.intrinsics import RuleFault
from .codegen import load_search
from .endgame_values import EndgameValues

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: The maximal depth; deeper positions are judged by the evaluation.
DEEPEST = SURELY - 2
#: About how many seconds the search runs before it returns, to be stopped or resumed.
PORTION = 0.002
#: The number of positions searched before it first does.
FIRST_PORTION = 256
#: The default number of endgames computed before the search.
FEW_ENDGAMES = 1 << 19
#: From the first plies on, positions that symmetries make alike share what is known of them.
NEAR = 8
#: A bucket of records is one line of the cache.
BUCKET = 64
#: The initial size of the table in bytes; it grows.
SMALLEST, GROWTH = 1 << 24, 8


Array = np.ndarray[Any, Any]


class MinimaxDriver(GameSearch):
    """Searches one game for what a player, the hero, can make sure of against all others.

    >>> from boardproof.engines.compiled import CompiledEngine
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = CompiledEngine(read(Diagonals()))
    >>> minimax = MinimaxDriver(engine, 1 << 20)
    >>> minimax.stand(engine.initial(), "A")
    >>> minimax.ask(minimax.worth, depth=8).sure
    True
    """

    deepest = DEEPEST

    def __init__(
        self,
        engine: CompiledEngine,
        memory: int,
        at_once: bool = False,
        endgames: int = FEW_ENDGAMES,
        most_endgames: int = 0,
    ) -> None:
        """Allocate the table, and compute a number of endgames where the game has any.

        A search that goes on for long computes more of them, up to `most_endgames`.
        """
        self.engine = engine
        self._images = engine.images()
        alike = self._images[0].shape[2] > 0
        search = load_search(engine.program, engine.machine, alike)
        self._near = NEAR if alike else 0
        self.machine, self._scored = search.machine, search.scored
        self.limit, self.worth = search.limit, search.worth
        words, moves, plies = engine.layout.words, max(1, len(engine.moves)), DEEPEST + 3
        self._path = [np.zeros(plies, np.uint64) for _ in range(words)]
        self._stack = [np.zeros((plies, moves), np.uint64) for _ in range(words)]
        self._rows = [np.zeros((plies, moves), np.int64) for _ in range(3)]
        self._frame = np.zeros((plies, FIELDS), np.int64)
        self._history = np.zeros(moves * len(engine.game.players), np.int64)
        self._state = np.zeros(8, np.int64)
        self.nodes, self._portion_size = 0, FIRST_PORTION
        self._hero, self._total = 0, 0
        self._follow_ups, self._following = search.follow_ups, 0
        self._most = _buckets(memory)
        self._make_table(self._most if at_once else _first(self._most))
        most = max(endgames, most_endgames)
        self._endgames = EndgameValues(self.machine, search.endgames, engine.layout, moves, most)
        self._endgames.start(endgames)

    def stand(self, position: Position, hero: Player) -> None:
        """Stand at a position that is not over, on the side of a player."""
        seen = self.engine.game.players.index(hero), self._sum(position)
        if self.nodes and seen != (self._hero, self._total):
            # What is known of positions is known from one player's side, and for one sum.
            self._table[:] = 0
        self.position, (self._hero, self._total) = position, seen
        self._following = int(
            self._follow_ups is not None and self._follow_ups.chains.fit(position)
        )
        for column, word in zip(self._path, self.engine.pack(position), strict=True):
            column[0] = word

    def _sum(self, position: Position) -> int:
        """Return the sum that moves keep, of a game that has one: all that is in play or safe."""
        return sum(position.as_dict()[self._scored].values()) if self._scored else 0

    def _make_table(self, buckets: int) -> None:
        self._buckets = buckets
        self._table = zeros(8 * buckets)

    def _grow(self) -> None:
        """Take more memory once there is more to know than the table has room for."""
        if self._buckets < self._most and self.nodes + int(self._state[1]) > 2 * self._buckets:
            old = self._table
            more = GROWTH * self._buckets
            self._make_table(more if 2 * more < self._most else self._most)
            self.machine.move_over(old, self._table, np.uint64(self._buckets))

    @property
    def endgame_reach(self) -> int:
        """How much may be in play in endgames that are worked out, -1 where none are."""
        return self._endgames.reach

    def work_out_more(self, nodes: int) -> bool:
        """Work on more endgames if that is worth its while after so many positions searched."""
        return self._endgames.due(nodes) and self._endgames.widen()

    def ask(
        self, goal: int, depth: int, go_on: Callable[[int], bool] = lambda nodes: True
    ) -> SearchResult:
        """Search whether the hero can force the goal within a number of moves.

        The answer's value is at least the goal, or below it. `go_on` gets the number of positions
        searched so far, and may say no: then `SearchStopped` is raised.
        """
        state = self._state
        state[:] = 0
        depth = min(depth, DEEPEST)
        while not self._portion(goal, depth):
            if not go_on(self.nodes + int(state[1])):
                self.nodes += int(state[1])
                raise SearchStopped
            self._grow()
            self.work_out_more(self.nodes + int(state[1]))
        self.nodes += int(state[1])
        # The record of good moves is kept in bounds: what was good lately counts more.
        if self._history.max(initial=0) > 1 << 28:
            self._history >>= 8
        return SearchResult(int(state[2]), bool(state[3]), self._move(int(state[4])))

    def shuffle(self, seed: int, most: int) -> None:
        """Forget which moves were good, and prefer some by chance."""
        chance = np.random.default_rng(seed)
        self._history[:] = chance.integers(0, most, self._history.size)

    def _portion(self, goal: int, depth: int) -> bool:
        started = clock.perf_counter()
        budget, endgames = int(self._state[1]) + self._portion_size, self._endgames
        try:
            done: int = self.machine.search(
                goal, self._hero, self._total, depth, budget, self._state,
                *self._path, *self._stack, *self._rows, self._frame,
                self._table, np.uint64(self._buckets), self._history,
                endgames.values, endgames.choices, endgames.reach, self._near,
                *self._images, self._following,
            )  # fmt: skip
        except RuleFault:
            problem = "a rule goes wrong in a position below: exploring the game shows where"
            raise RuleBroken(problem, position=write_position(self.position)) from None
        if not done:
            short = clock.perf_counter() - started < PORTION
            self._portion_size = max(
                64, self._portion_size * 2 if short else self._portion_size // 2
            )
        return done == 1

    def _move(self, which: int) -> Move:
        """Return the legal move of this index; the first, where what is known is of an image."""
        index = which if which < self._state[5] else 0
        return self.engine.moves[int(self._rows[0][0, index])]


def _first(most: int) -> int:
    """Return with how many buckets to begin: each table is to be much larger than the one before.

    For both are there while it grows.

    >>> _first(GROWTH * GROWTH * 1000), _first(1 << 20)
    (64000, 131072)
    """
    while most > _buckets(SMALLEST):
        most //= GROWTH
    return most


def _buckets(memory: int) -> int:
    """Return the number of buckets that fit into a size in bytes; indices have 32 bits."""
    return max(1, min(memory // BUCKET, (1 << 32) - 1))
