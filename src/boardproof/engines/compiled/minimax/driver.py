"""Asking the search: one question after another, in small portions of work.

Several threads may search for the same answer, each on a path of its own. What one proves all find
in the table, which is what makes them faster together; moves that another thread is busy with are
put off. The first that has the answer ends the search of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ....errors import RuleBroken
from ....limits import Limits
from ....positions.notation import write_position
from ....positions.position import Position
from ....rules.elements import Player
from ...cache import has_code
from ...game_search import GameSearch, SearchResult, SearchStopped
from ...second_process import SecondProcess
from ..bfs.memory import zeros
from ..bfs.team import ThreadTeam
from ..kernels.constants import MARKS
from ..kernels.intrinsics import PLAIN, RuleFault, address_of, make_code
from .codegen import AlphaBeta, is_loaded, load_search, prove_points
from .endgame_values import EndgameValues
from .searcher import DEEPEST, Searcher

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: So many positions of a question are searched before other threads join in.
ALONE = 1 << 16
#: The default number of endgames computed before the search.
FEW_ENDGAMES = 1 << 19
#: From the first plies on, positions that symmetries make alike share what is known of them.
NEAR = 8
#: A bucket of records is one line of the cache.
BUCKET = 64
#: The initial size of the table in bytes; it grows after so many positions for each bucket.
SMALLEST, GROWTH, FULL = 1 << 24, 8, 4


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
        limits: Limits | None = None,
    ) -> None:
        """Allocate the table, and compute a number of endgames where the game has any.

        A search that goes on for long computes more of them, up to `most_endgames`. It has as many
        threads as `limits` allow, one without any.
        """
        limits = limits or Limits(threads=1)
        self.engine = engine
        self._images = engine.images()
        alike = self._images[0].shape[2] > 0
        search = _loaded(engine, alike, limits)
        self._near = NEAR if alike else 0
        self.machine, self._scored = search.machine, search.scored
        self.limit, self.worth = search.limit, search.worth
        words, moves, players = engine.layout.words, max(1, len(engine.moves)), engine.game.players
        self._searchers = [Searcher(words, moves, len(players)) for _ in range(limits.threads)]
        self._winner: Searcher | None = None
        self._team, self._marks = ThreadTeam(limits.threads), zeros(MARKS)
        self.nodes, self._stopped = 0, False
        self._hero, self._total = 0, 0
        self._follow_ups, self._following = search.follow_ups, 0
        self._most = _buckets(memory)
        self._table = zeros(8 * (self._most if at_once else _first(self._most)))
        most = max(endgames, most_endgames)
        self._endgames = EndgameValues(self.machine, search.endgames, engine.layout, moves, most)
        #: The address of what lists moves; none is called before it is known.
        self._rules: Any = 0
        with SecondProcess("search", self._to_make(), limits) as other:
            other.begin()
            self._rules = address_of(self.machine.list_moves, words)
            self._endgames.start(self._rules, endgames)
            if other.goes_on():  # what will be needed soon
                self.machine.move_over(self._table[:0], self._table, np.uint64(1))
            other.finish()

    def _to_make(self) -> Callable[[], None] | None:
        """Return what makes the search's code, unless it is there; it needs no other code."""
        return None if PLAIN or has_code(self.machine.search) else self._make

    def _make(self) -> None:
        """Call the search for no positions at all, so that it is compiled."""
        first = self._searchers[0]
        first.portion_size = 0
        self._portion(first, (0, 0, 0, 0))

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
        for searcher in self._searchers:
            searcher.stand(self.engine.pack(position))

    def _sum(self, position: Position) -> int:
        """Return the sum that moves keep, of a game that has one: all that is in play or safe."""
        return sum(position.as_dict()[self._scored].values()) if self._scored else 0

    def _grow(self) -> None:
        """Take more memory once there is more to know than the table has room for.

        Other threads go on with the table there is, and what they learn meanwhile is lost.
        """
        buckets = len(self._table) // 8
        if buckets < self._most and self.nodes > FULL * buckets:
            more = GROWTH * buckets
            more = more if 2 * more < self._most else self._most
            larger = zeros(8 * more)
            self.machine.move_over(self._table, larger, np.uint64(more))
            self._table = larger

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
        for searcher in self._searchers:
            searcher.begin()
        self._winner, self._stopped = None, False
        asked, others = self.nodes, list[Future[None]]()
        question = goal, self._hero, self._total, min(depth, DEEPEST)
        first, *helpers = self._searchers
        try:
            while not (self._winner or self._portion(first, question)):
                self.nodes = asked + self._searched()
                if not go_on(self.nodes):
                    raise SearchStopped
                self._grow()
                self.work_out_more(self.nodes)
                if first.nodes > ALONE and not others:
                    others = [self._team.executor.submit(self._help, h, question) for h in helpers]
        except RuleFault:
            problem = "a rule goes wrong in a position below: exploring the game shows where"
            raise RuleBroken(problem, position=write_position(self.position)) from None
        finally:
            self._stopped = True
            wait(others)
            self.nodes = asked + self._searched()
        return self._answer(self._winner or first)

    def _searched(self) -> int:
        """Count the positions that all threads have searched for an answer."""
        return sum(searcher.nodes for searcher in self._searchers)

    def _help(self, searcher: Searcher, question: Sequence[int]) -> None:
        """Search for the answer in a thread of its own, until somebody has it."""
        try:
            while not self._stopped:
                if self._portion(searcher, question):
                    self._winner = searcher
                    return
        except RuleFault:
            return  # it is for the first to say whether the answer hangs on that

    def _portion(self, searcher: Searcher, question: Sequence[int]) -> bool:
        table = self._table
        return searcher.portion(
            self.machine.search, self._rules, question, table, np.uint64(len(table) // 8),
            *self._endgames.known, self._near, *self._images, self._following, self._marks,
            int(len(self._searchers) > 1),
        )  # fmt: skip

    def _answer(self, searcher: Searcher) -> SearchResult:
        """Read what a thread has found out."""
        _, _, value, sure, which, moves, *_ = searcher.state.tolist()
        # Where what is known is of an image, it names the image's move: then the first.
        number = searcher.which[which if which < moves else 0]
        return SearchResult(value, bool(sure), self.engine.moves[int(number)])

    def shuffle(self, seed: int, most: int) -> None:
        """Forget which moves were good, and prefer some by chance."""
        chance = np.random.default_rng(seed)
        for searcher in self._searchers:
            searcher.history[:] = chance.integers(0, most, searcher.history.size)


def _loaded(engine: CompiledEngine, alike: bool, limits: Limits) -> AlphaBeta:
    """Import the search; its points are proved in a second process while code is made."""
    machine, words = engine.machine, engine.layout.words
    work = None if PLAIN or is_loaded(engine.program) else partial(prove_points, engine.rules)
    with SecondProcess("points", work, limits) as other:
        other.begin()
        if other.goes_on():  # what both the search and its endgames need
            make_code(machine.mover, words)
            make_code(machine.result_code, words)
        return load_search(engine.program, machine, alike, other.finish())


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
