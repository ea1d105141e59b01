"""Attractions: from which positions goals can be forced, all goals at once as bits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ....analysis.endless import endless_result
from ....errors import BadInput
from ....limits import Limits
from ....positions.moves import Move
from ....positions.position import Position
from ....statespace.goals import Aim, Attraction, Goal
from ..bfs.layers import PositionLayers
from ..bfs.visited import Column
from ..kernels.constants import FINISHING
from .aims import MOST_AIMS, Aims
from .circling import Strata
from .result_table import words_of_results
from .retrograde import Retrograde, SingleLayer, UnsettledPositions

if TYPE_CHECKING:
    from ..engine import CompiledEngine

#: A word has a bit for each goal, and one to spare.
MOST_GOALS = 63
#: More moves than any goal takes.
NEVER = (1 << 31) - 1


class AttractorPass(Retrograde):
    """Settles positions to the goals that can be forced from them, a bit for each."""

    kernel = "attract"

    def __init__(
        self, layers: PositionLayers, limits: Limits, goals: Sequence[Goal], aims: Aims
    ) -> None:
        kind = np.uint32 if len(goals) < 32 else np.uint64
        self.unset = 1 << (8 * np.dtype(kind).itemsize - 1)
        self._goals, self.aims, self.bits = goals, aims, len(goals) + 1
        super().__init__(layers, limits, 1, kind)

    def marks(self, columns: Sequence[Column]) -> Column:
        """Return for every position which aims it meets, where only asking tells."""
        if not self.aims.asks:
            return np.zeros(0, np.uint64)
        self.limits.require_memory(8 * len(columns[0]))
        return self.aims.mark(columns, len(columns[0]))

    def more(self, columns: Sequence[Column]) -> tuple[Any, ...]:
        """Return which aims are met, which goals they are of, and who wants those."""
        numbers = {aim: i for i, aim in enumerate(self.aims.aims)}
        reached, kept = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
        whose = np.zeros(len(self.layers.engine.game.players), np.uint64)
        free = np.uint64(0)
        for i, goal in enumerate(self._goals):
            bit = np.uint64(1 << i)
            reached[numbers[goal.aim]] |= bit
            if goal.keep is None:
                free |= bit
            else:
                kept[numbers[goal.keep]] |= bit
            for seat, player in enumerate(self.layers.engine.game.players):
                whose[seat] |= bit if player in goal.who else np.uint64(0)
        return self.aims.by_result, self.marks(columns), reached, kept, free, whose

    def close_loops(self, whole: UnsettledPositions) -> None:
        """Force nothing from what is left, till something can be."""
        whole.give(0)
        whole.until_stable(FINISHING)


class CirclingAttractorPass(AttractorPass):
    """The same where games without end count for some goals, by what the position says."""

    @cached_property
    def strata(self) -> Strata:
        """The rows from which games can go on for ever."""
        return Strata(self.layers, self.limits)

    @cached_property
    def staying(self) -> Column:
        """For every row the goals that a game meets which comes back to it for ever."""
        words, said = words_of_results(self.layers.engine)
        bits = [
            sum(1 << i for i, g in enumerate(self._goals) if g.circling and word in g.aim.results)
            for word in words
        ]
        met: Column = np.array(bits, self.kind)[said][self.strata.said]
        return met

    def close_loops(self, whole: UnsettledPositions) -> None:
        """Force what a game meets that stays in a stratum, till others can force otherwise.

        What it does not meet is forced by nobody, till somebody can: neither changes twice.
        """
        assert isinstance(whole, SingleLayer)
        for rows in self.strata.sort(whole.rows, whole.shelf):
            whole.rows = rows
            whole.codes[rows, 0] = self.staying[rows]
            whole.until_stable(FINISHING)


class DistancePass(Retrograde):
    """Settles the positions from which one goal can be forced to the moves that takes."""

    kernel, unset, bits = "approach", NEVER, 32

    def __init__(self, layers: PositionLayers, limits: Limits, who: list[bool]) -> None:
        super().__init__(layers, limits, 1, np.int32)
        self._who = np.array(who)

    def more(self, columns: Sequence[Column]) -> tuple[Any, ...]:
        """Return who wants the goal."""
        return self._who, NEVER

    def close_loops(self, whole: UnsettledPositions) -> None:
        """Leave no loops: nothing is settled before something else is."""

    def approach(self, there: Column, forced: Column) -> Column:
        """Return how many moves the goal takes, given where it is reached and where forced."""
        whole, layers = SingleLayer(self), self.layers
        rows = layers.read(whole.rows)
        layers.write(whole.codes, layers.array(np.nonzero(there)[0].astype(np.int32)), 0)
        whole.rows = layers.array(rows[forced[rows] & ~there[rows]])
        whole.until_stable(FINISHING)
        return layers.read(whole.codes)[:, 0]


class CompiledAttraction:
    """From which reachable positions each of some goals can be forced, by the compiled engine."""

    goals: Sequence[Goal]
    #: What settles the layers.
    attracting: type[AttractorPass] = AttractorPass

    def __init__(self, engine: CompiledEngine, goals: Sequence[Goal], limits: Limits) -> None:
        if len(goals) > MOST_GOALS:
            raise BadInput(
                f"at most {MOST_GOALS} goals are tried at once, not {len(goals)}: ask for fewer"
            )
        self._engine, self.goals, self._limits = engine, list(goals), limits
        self._aims = engine.new_aims(aims_of(self.goals))
        # What is asked may tell positions apart that the rules take to be alike.
        self._layers = engine.new_layers(limits, symmetry=not self._aims.asks)
        self.positions = self._layers.positions
        circles = any(goal.circling for goal in self.goals)
        if circles and self.attracting is not AttractorPass:
            endless_result(engine.rules)  # which says that it is not the same for all
        attracting = CirclingAttractorPass if circles else self.attracting
        self._passing = attracting(self._layers, limits, self.goals, self._aims)
        self._codes = self._passing.settle_all()
        self.counts = self._count()
        self._moves: dict[int, Column] = {}

    def _count(self) -> list[int]:
        """Count the positions from which each goal can be forced."""
        weigh = self._layers.weigh_layer
        tally = np.sum([weigh("goals", *layer, 64) for layer in enumerate(self._codes)], axis=0)
        return [int(count) for count in tally[: len(self.goals)]]

    def forced_starts(self) -> list[int]:
        """Return for each goal how many of the positions that games start from it is forced in."""
        layers = self._layers
        codes = layers.array(layers.read(self._codes[0])[layers.start_rows()])
        starts = [layers.array(column) for column in layers.starts]
        tally = layers.weigh("goals", starts, codes, 64)
        return [int(count) for count in tally[: len(self.goals)]]

    def forced(self, position: Position) -> tuple[bool, ...]:
        """Return for each goal whether it can be forced from a reachable position."""
        bits = self._bits(position)
        return tuple(bool(bits >> goal & 1) for goal in range(len(self.goals)))

    def _bits(self, position: Position) -> int:
        layer, row = self._layers.at(position)
        return int(self._layers.read(self._codes[layer], row)[0])

    def choose(self, goal: int, position: Position) -> Move | None:
        """Return a move that forces a goal, if one of those who want it is to move and can.

        Where the goal is reached already, there is nothing to choose. Where games can go round in
        circles, the move is on a shortest way, so that those who follow it do come to the goal.
        """
        wanted = self._engine.player_to_move(position) in self.goals[goal].who
        if not wanted or not self.forced(position)[goal] or self._is_met(goal, position):
            return None
        following = self._engine.successors(position)
        if self._layers.graded or self._stays(goal, self._layers.at(position)[1]):
            return next(move for move, after in following if self._bits(after) >> goal & 1)
        moves = self._approach(goal)
        return min(following, key=lambda step: int(moves[self._layers.at(step[1])[1]]))[0]

    def _is_met(self, goal: int, position: Position) -> bool:
        columns = [self._layers.array(np.array([word])) for word in self._engine.pack(position)]
        marks = self._layers.read(self._aims.mark(columns, 1))
        return bool(int(marks[0]) >> self._aims.aims.index(self.goals[goal].aim) & 1)

    def _stays(self, goal: int, rows: Any = slice(None)) -> Any:
        """Whether a goal is forced in each of some rows, and met by a game that stays there."""
        if not isinstance(self._passing, CirclingAttractorPass):
            return False
        forced = self._codes[0][rows][..., 0] & self._passing.staying[rows]
        return forced >> goal & 1 == 1

    def _approach(self, goal: int) -> Column:
        """Return for every position how many moves a goal takes; computed when first asked."""
        if goal not in self._moves:
            words, size = self._layers.words[0], self._layers.sizes[0]
            marks = self._layers.read(self._aims.mark(words, size))
            at = np.uint64(self._aims.aims.index(self.goals[goal].aim))
            there = (marks >> at & np.uint64(1)).astype(bool) | self._stays(goal)
            codes = self._layers.read(self._codes[0])
            forced = (codes[:, 0] >> np.uint32(goal) & 1).astype(bool)
            who = [player in self.goals[goal].who for player in self._engine.game.players]
            approaching = DistancePass(self._layers, self._limits, who)
            self._moves[goal] = approaching.approach(there, forced)
        return self._moves[goal]


class AttractionInParts:
    """More goals than are tried at once: those of each part, one after another."""

    def __init__(self, parts: Sequence[Attraction]) -> None:
        self._parts, self.positions = parts, parts[0].positions
        self.goals: Sequence[Goal] = [goal for part in parts for goal in part.goals]
        self.counts = [count for part in parts for count in part.counts]

    def forced(self, position: Position) -> tuple[bool, ...]:
        """Return for each goal whether it can be forced from a reachable position."""
        return tuple(forced for part in self._parts for forced in part.forced(position))

    def forced_starts(self) -> list[int]:
        """Return for each goal how many of the positions that games start from it is forced in."""
        return [count for part in self._parts for count in part.forced_starts()]

    def choose(self, goal: int, position: Position) -> Move | None:
        """Return a move that forces a goal, if one of those who want it is to move and can."""
        for part in self._parts:
            if goal < len(part.goals):
                return part.choose(goal, position)
            goal -= len(part.goals)
        raise IndexError(goal)


def cut_goals(goals: Sequence[Goal]) -> list[list[Goal]]:
    """Cut goals into parts that are tried at once, with no more aims than are looked for."""
    parts: list[list[Goal]] = [[]]
    for goal in goals:
        longer = [*parts[-1], goal]
        if len(longer) > MOST_GOALS or len(aims_of(longer)) > MOST_AIMS:
            parts.append([goal])
        else:
            parts[-1] = longer
    return parts


def aims_of(goals: Sequence[Goal]) -> list[Aim]:
    """List every aim of some goals once."""
    kept = [goal.keep for goal in goals if goal.keep is not None]
    return list(dict.fromkeys([*(goal.aim for goal in goals), *kept]))
