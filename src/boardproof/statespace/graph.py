"""The state graph of a game, found by asking an engine for one position's moves at a time."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, MutableSequence
from functools import cached_property
from itertools import accumulate, islice, pairwise
from time import perf_counter, process_time
from typing import Any

from ..errors import RuleBroken
from ..limits import Limits, TooMany
from ..positions.moves import Move
from ..positions.position import Position, check_game
from ..rules.elements import Player
from ..rules.results import Result
from .goals import Enumeration
from .transition_system import TransitionSystem

#: The bytes that a position takes at the least.
LEAST = 100
#: The seconds between two looks of whoever watches.
PAUSE = 0.05


class Adjacency:
    """For each number those it is joined to, all in one array; `firsts` says where each begins.

    >>> joined = Adjacency(array("i", [0, 2, 2, 3]), array("i", [1, 2, 0]))
    >>> [list(joined[number]) for number in range(3)], joined.degrees()
    ([[1, 2], [], [0]], [2, 0, 1])
    >>> [list(joined.reversed(3)[number]) for number in range(3)]
    [[2], [0], [0]]
    """

    def __init__(self, firsts: array[int], ends: array[int]) -> None:
        self.firsts, self.ends = firsts, ends

    def __len__(self) -> int:
        return len(self.firsts) - 1

    def __getitem__(self, number: int) -> array[int]:
        return self.ends[self.firsts[number] : self.firsts[number + 1]]

    def degrees(self) -> list[int]:
        """Return how many each number is joined to."""
        return [after - first for first, after in pairwise(self.firsts)]

    def indegrees(self, size: int) -> array[int]:
        """Return for a number of nodes how many edges end at each."""
        counts = array("i", bytes(4 * size))
        for end in self.ends:
            counts[end] += 1
        return counts

    def reversed(self, size: int) -> Adjacency:
        """Return the same edges reversed, for a number of nodes."""
        firsts = array("i", accumulate(self.indegrees(size), initial=0))
        free, starts = array("i", firsts), array("i", bytes(4 * len(self.ends)))
        for number in range(len(self)):
            for end in self[number]:
                starts[free[end]] = number
                free[end] += 1
        return Adjacency(firsts, starts)


def take_in_rounds(
    ready: Iterable[int], edges: Adjacency, waiting: MutableSequence[int]
) -> Iterator[list[int]]:
    """Yield nodes round by round: those that are ready, then those that waited for them alone.

    An edge leads to what waits; `waiting` says for how many nodes each still waits. One that waits
    for none from the beginning is only taken if it is ready.
    """
    taken = list(ready)
    while taken:
        yield taken
        following = []
        for number in taken:
            for end in edges[number]:
                if waiting[end] > 0:
                    waiting[end] -= 1
                    if not waiting[end]:
                        following.append(end)
        taken = following


class StateGraph:
    """The reachable positions, numbered as breadth-first search finds them, and their moves.

    With a `depth` the last ply is not expanded, unless all its moves lead back. More positions than
    `most`, or than the limits allow, raise `TooMany`. A search that `audits` runs every rule of
    play; it keeps the first rule that goes wrong as `broken`, and of too many positions those that
    were expanded: whole plies, and the beginning of one once it has run moves `enough`.
    """

    def __init__(
        self,
        engine: TransitionSystem,
        limits: Limits | None = None,
        most: int | None = None,
        depth: int | None = None,
        start: Position | None = None,
        audits: bool = False,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self._engine, self._audits, self._shown = engine, audits, perf_counter()
        self._enough = enough
        starts = engine.initials() if start is None else [start]
        limits = limits or Limits()
        most = limits.most_positions if most is None else most
        if not audits and most is not None and len(starts) > most:
            raise TooMany
        if len(starts) > 1:
            limits.require_memory(LEAST * len(starts))
        self._numbers = {position: number for number, position in enumerate(starts)}
        self.plies = array("i", bytes(4 * len(starts)))
        self.targets = Adjacency(array("i", [0]), array("i"))
        self.by_ply: list[int] = []
        self.results: dict[int, Result] = {}
        self.stuck: list[int] = []
        #: The moves that are legal anywhere, by their identity: hashing each would take long.
        self.legal: dict[int, Move] = {}
        self.broken: tuple[RuleBroken, Position] | None = None
        #: How many positions have their moves taken in; all but those of a last ply.
        self.expanded = 0
        #: Whether no move leads to a position that is left out.
        self.complete = True
        self._began = process_time()
        self._search(limits, most, depth)

    # -- searching --------------------------------------------------------------------------

    def _search(self, limits: Limits, most: int | None, depth: int | None) -> None:
        layer, ply = list(self._numbers), 0
        while layer:
            if self._audits and most is not None and len(self.plies) > most:
                self.complete = False
                return
            self.by_ply.append(len(layer))
            if ply == depth and self._leads_beyond(layer):
                self.complete = False
                self.targets.firsts.extend([len(self.targets.ends)] * len(layer))
                return
            following = self._expand_layer(layer, ply, limits)
            if self.expanded < sum(self.by_ply):
                self.by_ply[-1] -= sum(self.by_ply) - self.expanded
                self.complete = False
                return
            # The ply after the next, if plies grow as they just did, counts already.
            after_next = len(following) * len(following) // len(layer)
            if not self._audits and most is not None and len(self.plies) + after_next > most:
                raise TooMany
            self._foresee(limits, len(following) + after_next)
            layer, ply = following, ply + 1

    def _foresee(self, limits: Limits, left: int) -> None:
        """Give a trial up that would take too long, by how long positions took so far."""
        if self.expanded:
            limits.foresee(self.expanded, left, self._began)

    def _leads_beyond(self, layer: list[Position]) -> bool:
        moves = (move for position in layer for move in self._engine.successors(position))
        return any(after not in self._numbers for _, after in moves)

    def _expand_layer(self, layer: list[Position], ply: int, limits: Limits) -> list[Position]:
        following: list[Position] = []
        for done, position in enumerate(layer):
            if self._enough():
                break
            if done % 1024 == 0:
                limits.report(ply, len(self.plies))
                self._foresee(limits, len(layer) - done + len(following))
            elif perf_counter() - self._shown > PAUSE:  # rules may be slow
                self._shown = perf_counter()
                limits.show(ply, len(self.plies))
                self._foresee(limits, len(layer) - done + len(following))
            try:
                self._expand(position, ply, following)
            except RuleBroken as failure:
                if not self._audits:
                    raise
                self.broken = self.broken or (failure, position)
            self.targets.firsts.append(len(self.targets.ends))
        return following

    def _expand(self, position: Position, ply: int, following: list[Position]) -> None:
        number, self.expanded = self.expanded, self.expanded + 1
        if self._audits:
            self._engine.player_to_move(position)
        moves = self._engine.successors(position)
        for move, target in moves:
            self.legal[id(move)] = move
            known = self._numbers.setdefault(target, len(self.plies))
            self.targets.ends.append(known)
            if known == len(self.plies):
                self.plies.append(ply + 1)
                following.append(target)
        if moves:
            return
        result = self._engine.result(position)
        if result is None:
            self.stuck.append(number)
        else:
            self.results[number] = result

    # -- what was found ---------------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.targets)

    @cached_property
    def states(self) -> list[Any]:
        """The positions by their numbers, as the engine has them: it may pack them."""
        return list(islice(self._numbers, self.size))

    @property
    def positions(self) -> list[Position]:
        """The positions by their numbers."""
        return self.states

    @property
    def movers(self) -> list[Player | None]:
        """Who is to move in each position, None where the game is over."""
        return [
            None if number in self.results else self._engine.player_to_move(state)
            for number, state in enumerate(self.states)
        ]

    def number(self, position: Position) -> int | None:
        """Return the number of a position, None where it was not reached."""
        check_game(position, self._engine.rules.game)
        return self.number_of(position)

    def number_of(self, state: Any) -> int | None:
        """Return the number of a position as the engine has it, None where it was not reached."""
        number = self._numbers.get(state, self.size)
        return number if number < self.size else None

    @cached_property
    def sources(self) -> Adjacency:
        """For each position those that a move leads from; twice where two moves do."""
        return self.targets.reversed(len(self.plies))

    @property
    def layered(self) -> bool:
        """Whether every move leads to the next ply, so that no position has two."""
        firsts, ends = self.targets.firsts, self.targets.ends
        return all(
            min(ends[firsts[first] : firsts[after]], default=after) >= after
            for first, after in pairwise(accumulate(self.by_ply, initial=0))
        )

    def peel(self, within: Collection[int]) -> tuple[list[int], int]:
        """Take away, round by round, positions without a move to the rest; return rest and rounds.

        The rest can be stayed in forever.
        """
        if len(within) == len(self.plies):
            moves = self.targets.degrees()
        else:
            moves = [0] * len(self.plies)
            for number in within:
                moves[number] = sum(target in within for target in self.targets[number])
        ends = [number for number in within if not moves[number]]
        rounds = sum(1 for _ in take_in_rounds(ends, self.sources, moves))
        return [number for number in within if moves[number]], rounds

    @property
    def longest_play(self) -> int | None:
        """The length of the longest game, None where one can go on forever.

        Positions are taken once all moves into them are; a cycle leaves some that never are.
        """
        if self.layered:
            return len(self.by_ply) - 1
        waiting = self.targets.indegrees(len(self.plies))
        starts = [number for number in range(self.by_ply[0]) if not waiting[number]]
        rounds = sum(1 for _ in take_in_rounds(starts, self.targets, waiting))
        return None if any(waiting) else rounds - 1

    def enumeration(self) -> Enumeration:
        """Sum up the graph."""
        over = Counter(str(result) for result in self.results.values())
        return Enumeration(
            positions=self.size,
            moves=len(self.targets.ends),
            by_ply=self.by_ply,
            over=dict(sorted(over.items())),
            stuck=len(self.stuck),
            longest=self.longest_play,
            shortest=min((self.plies[number] for number in self.results), default=None),
        )
