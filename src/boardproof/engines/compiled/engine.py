"""Answers the contract by generated machine code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import IllegalMove, TooLarge
from ...ir.rules import Rules
from ...limits import Limits
from ...packing.canonical import CanonicalForm, canonical_form
from ...packing.columns import sorting_key
from ...packing.planes import ObservationPlanes
from ...positions.moves import Move
from ...positions.position import Position, check_game, with_start
from ...rules.elements import Player
from ...rules.results import Result
from ...statespace.goals import Aim, Attraction, Enumeration, Goal, Survey
from ..contract import Defect, Engine
from ..plain.reference import ReferenceEngine
from ..solution import endless_values
from .answers.aims import Aims
from .answers.attraction import AttractionInParts, CompiledAttraction, cut_goals
from .answers.solution import CompiledBuild, CompiledSolution
from .answers.survey import survey_positions
from .batch import BatchKernels
from .bfs.blocks import Block
from .bfs.layers import PositionLayers
from .bfs.rule_block import RuleBlock
from .bfs.search import BreadthFirstSearch, ClosedSearch, enumerate_positions
from .bfs.sorting import joined
from .bfs.team import ThreadTeam
from .bfs.visited import Column
from .bfs.workers import WorkerPool
from .codegen.module import common_kernels, rules_module
from .codegen.program import Program
from .codegen.values import result_of
from .kernels.intrinsics import RuleFault, address_of

if TYPE_CHECKING:
    from .minimax.driver import MinimaxDriver


@dataclass(frozen=True)
class Playouts:
    """What games of random moves came to; those `left` went on longer than was waited for."""

    games: int
    moves: int
    over: dict[str, int]
    stuck: int
    left: int


Words = tuple[np.uint64, ...]

#: The bits of the filter that rules out most positions at once.
FILTER = 1 << 12
#: The number of moves after which a random game is abandoned: it may never end.
LONGEST = 10_000


class CompiledEngine(Engine):
    """Runs the rules as machine code; rare questions go to the reference engine.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = CompiledEngine(read(Diagonals()))
    >>> len(engine.legal_moves(engine.initial()))
    4
    """

    name = "compiled"
    #: Whether bits for all positions there can be are used where they pay.
    ranks = True
    #: What finds out of all positions which goals can be forced, and what they are worth.
    attraction: type[CompiledAttraction] = CompiledAttraction
    building: type[CompiledBuild] = CompiledBuild

    def __init__(self, rules: Rules) -> None:
        self.rules, self.game = rules, rules.game
        self.program = Program(rules)
        self.layout, self.moves = self.program.layout, self.program.moves
        self.machine = rules_module(self.program).load()
        self.kernels: Any = common_kernels(self.layout.words)
        self.reference = ReferenceEngine(rules)

    def pack(self, position: Position) -> Words:
        """Write a position into words."""
        check_game(position, self.game)
        return tuple(np.uint64(word) for word in self.layout.pack(position))

    def unpack(self, words: Any) -> Position:
        """Read a position from words."""
        return self.layout.unpack(tuple(int(word) for word in words))

    def result(self, position: Position) -> Result | None:
        """Return how the game ended, None while it goes on."""
        if self.rules.has_turns:  # what is in the middle of a turn has no result
            return self.reference.result(position)
        try:
            code = int(self.machine.result_code(*self.pack(position)))
        except RuleFault:
            return self.reference.result(position)
        return self.result_of(code)

    def result_of(self, code: int) -> Result | None:
        """Return the result that a number stands for."""
        return result_of(code, self.game.players, self.program.points)

    def player_to_move(self, position: Position) -> Player | None:
        """Return who is to move, None when the game is over."""
        if self.is_over(position):
            return None
        return self.game.players.elements[int(self.machine.mover(*self.pack(position)))]

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        """List the legal moves, each with the position it leads to."""
        if self.rules.has_turns:
            return self.reference.successors(position)
        if self.is_over(position):
            return []
        words = self.pack(position)
        legal = []
        try:
            for number, move in enumerate(self.moves):
                ok, *after = self.machine.apply_move(number, *words)
                if ok:
                    legal.append((move, self.unpack(after)))
        except RuleFault:
            return self.reference.successors(position)
        return legal

    def successor(self, position: Position, move: Move) -> Position:
        """Return the position after a move; raise `IllegalMove` with the reason otherwise."""
        if not (self.rules.has_turns or self.is_over(position)):
            try:
                ok, *after = self.machine.apply_move(self.moves.index(move), *self.pack(position))
            except (RuleFault, ValueError):
                ok, after = False, []
            if ok:
                return self.unpack(after)
        after = self.reference.successor(position, move)
        if self.rules.has_turns:
            return after
        raise IllegalMove(f"{move} is not legal")

    def expected(self, position: Position) -> str:
        """Return what is expected of the player to move, in the rulebook's words."""
        return self.reference.expected(position)

    def holds(self, position: Position, question: str, **arguments: Any) -> bool:
        """Answer a predicate of the rulebook on any position, reachable or not."""
        return self.reference.holds(position, question, **arguments)

    def defects(self, position: Position) -> list[Defect]:
        """List what keeps a position from being well-formed, each with its name and place."""
        return self.reference.defects(position)

    def perft(self, position: Position, depth: int) -> list[int]:
        """Count the sequences of 0, 1, ..., depth moves, by walking through all of them."""
        if depth == 0:
            return [1]
        rules = RuleBlock(self, position)
        counts, at, sizes = np.zeros((3, depth + 1), np.int64)
        stack = [np.full((depth + 1, rules.room), word) for word in self.pack(position)]
        try:
            self.kernels.perft(*rules.arguments, *stack, at, sizes, counts)
        except RuleFault:
            return self.reference.perft(position, depth)
        return [int(count) for count in counts]

    def playouts(
        self, games: int, seed: int, position: Position | None = None, longest: int = LONGEST
    ) -> Playouts:
        """Play a number of random games, from the start or from a position."""
        self._refuse_turns("plays no random games")
        tally = np.zeros(self.results, np.int64)
        # Any state but zero will do for the generator, and near seeds should not look alike.
        state = np.uint64((seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % (1 << 64) or 1)
        words = self.pack(position or self.initial())
        try:
            moves = int(self.machine.playouts(*words, games, longest, state, tally))
        except RuleFault:
            self._play_until_broken(position or self.initial(), Random(seed))
            raise
        left = games - int(tally.sum())
        return Playouts(games, moves, self.ended(tally), int(tally[0]), left)

    def search(self, memory: int, **options: Any) -> MinimaxDriver:
        """Return an alpha-beta search of the game whose table takes so much memory."""
        from .minimax.driver import MinimaxDriver

        self._refuse_turns("does not search by alpha-beta")
        return MinimaxDriver(self, memory, **options)

    def _refuse_turns(self, what: str) -> None:
        """Refuse what numbers moves: a turn of several steps has no number."""
        if self.rules.has_turns:
            raise TooLarge(f"the {self.name} engine {what} where a turn has several steps")

    def _play_until_broken(self, start: Position, chance: Random) -> None:
        """Let the reference engine play at random till it meets the rule that goes wrong."""
        for _ in range(1000):
            position, following = start, self.reference.successors(start)
            while following:
                position = chance.choice(following)[1]
                following = self.reference.successors(position)

    def new_pool(self, limits: Limits, threads: int, symmetry: bool) -> WorkerPool:
        """Return what expands the positions of a search."""
        return WorkerPool(self, limits, threads, symmetry)

    def closed_search(
        self, limits: Limits, threads: int, symmetry: bool, linking: bool, apart: bool = True
    ) -> BreadthFirstSearch:
        """Return a search that keeps all positions, and what moves lead to if that is wanted.

        Unless its table is found to be crowded, the places there tell positions `apart`.
        """
        return ClosedSearch(self, limits, threads, symmetry, linking, apart)

    def new_layers(self, limits: Limits, symmetry: bool = True) -> PositionLayers:
        """Search for all reachable positions, and keep them."""
        return PositionLayers(self, limits, symmetry)

    def new_aims(self, aims: Sequence[Aim]) -> Aims:
        """Return tests of some aims."""
        return Aims(self, aims)

    def new_batch(self, planes: ObservationPlanes) -> BatchKernels:
        """Return what plays many games at once, and shows them on planes."""
        return BatchKernels(self, planes)

    def keep_layer(self, blocks: list[Block], limits: Limits) -> list[Column]:
        """Copy the positions of a ply: an array for each word."""
        return joined(blocks, limits)

    def find_sources(
        self, ends: list[tuple[int, ...]], before: Any, team: ThreadTeam
    ) -> list[tuple[int, ...]]:
        """Find for each position the least of the layer before it that leads to it."""
        sources: list[list[tuple[int, ...]]] = [[] for _ in ends]

        def find(part: slice) -> None:
            columns = [column[part] for column in before]
            for found, row in zip(sources, self.source_rows(ends, columns), strict=True):
                if row >= 0:
                    found.append(tuple(int(column[row]) for column in columns))

        team.all(find, team.stretches(len(before[0])))
        return [min(found, key=sorting_key) for found in sources]

    def source_rows(self, ends: list[tuple[int, ...]], before: list[Column]) -> Column:
        """Return for each position the row of the least that leads to it, -1 where none does."""
        wanted = [np.array(column, np.uint64) for column in zip(*ends, strict=True)]
        sources, filled = np.full(len(ends), -1, np.int64), np.zeros(FILTER // 64, np.uint64)
        rules = RuleBlock(self)
        try:
            self.kernels.find_sources(*rules.arguments, *before, *wanted, filled, sources)
        except RuleFault:
            rules.explain()
            raise
        return sources

    @property
    def results(self) -> int:
        """How many numbers results have, none counted."""
        return self.program.results

    def ended(self, tally: Any) -> dict[str, int]:
        """Sum up a tally of results by what they say."""
        over: Counter[str] = Counter()
        for code in np.nonzero(tally)[0]:
            if code:
                over[str(self.result_of(int(code)))] += int(tally[code])
        return dict(sorted(over.items()))

    def images(self, wanted: bool = True) -> list[Any]:
        """Return the tables of images under the symmetries that keep the start and who wins.

        After them comes where the pieces lie that they are of.
        """
        form = self.canonical if wanted else CanonicalForm(self.layout)
        return [*form.tables, form.cuts]

    @cached_property
    def expanding(self) -> Any:
        """The address of the function that expands a block of positions."""
        return address_of(self.machine.expand_block, self.layout.words)

    @cached_property
    def canonical(self) -> CanonicalForm:
        """The canonical form of positions under those symmetries."""
        return canonical_form(self.rules, self.layout)

    @contextmanager
    def at_work(self, limits: Limits) -> Iterator[None]:
        """Hold what work on many positions needs besides memory: nothing here."""
        yield

    def enumerate(self, limits: Limits | None = None) -> Enumeration:
        """Enumerate every reachable position."""
        limits = limits or Limits()
        with self.at_work(limits):
            return enumerate_positions(self, limits, limits.threads)

    def survey(
        self, aims: Sequence[Aim], limits: Limits | None = None, depth: int | None = None
    ) -> Survey:
        """Visit every reachable position, up to a depth if one is given, and look for aims.

        >>> from boardproof.reading import read
        >>> from boardproof.rules.sample import Diagonals
        >>> engine = CompiledEngine(read(Diagonals()))
        >>> seen = engine.survey([Aim(question="full"), Aim(results=frozenset({"A wins"}))])
        >>> [sight.by_ply for sight in seen.sights], seen.positions
        ([[0, 0, 0, 0, 4], [0, 0, 0, 4, 0]], 33)
        """
        limits = limits or Limits()
        with self.at_work(limits):
            return survey_positions(self, aims, limits, depth)

    def attract(self, goals: Sequence[Goal], limits: Limits | None = None) -> Attraction:
        """Find out from which reachable positions each of some goals can be forced.

        >>> from boardproof.reading import read
        >>> from boardproof.rules.sample import Diagonals
        >>> engine = CompiledEngine(read(Diagonals()))
        >>> win = Aim(results=frozenset({"A wins"}))
        >>> attraction = engine.attract([Goal(frozenset("A"), win), Goal(frozenset("AB"), win)])
        >>> attraction.forced(engine.initial()), attraction.positions
        ((False, True), 33)
        """
        limits = limits or Limits()
        with self.at_work(limits):
            parts = [self.attraction(self, part, limits) for part in cut_goals(goals)]
        return parts[0] if len(parts) == 1 else AttractionInParts(parts)

    def build(self, limits: Limits | None = None) -> CompiledBuild:
        """Find all reachable positions, to be solved layer by layer from the last on."""
        endless_values(self.rules)  # what is stored is counted from those
        limits = limits or Limits()
        with self.at_work(limits):
            return self.building(self, limits)

    def solve(
        self, limits: Limits | None = None, start: Position | None = None
    ) -> CompiledSolution:
        """Find the value and the distance of every position reachable from the `start`.

        >>> from boardproof.reading import read
        >>> from boardproof.rules.sample import Diagonals
        >>> engine = CompiledEngine(read(Diagonals()))
        >>> solved = engine.solve()
        >>> solved.value(engine.initial()), solved.distance(engine.initial())
        ({'A': 0, 'B': 0}, 4)
        """
        limits = limits or Limits()
        with self.at_work(limits):
            if start is None:
                return self.building(self, limits).solve()
            # Symmetries that keep the first position may not keep this one.
            return self.building(self._starting_at(start), limits.asymmetric()).solve()

    def _starting_at(self, position: Position) -> CompiledEngine:
        """Return this engine for games that start from a position: it has the same machine code."""
        engine = copy(self)
        engine.rules = with_start(self.rules, position)
        engine.game = engine.rules.game
        return engine
