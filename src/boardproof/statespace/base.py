"""A map of a game: its reachable positions as sets, ways to them, and what can be forced where.

Questions about many positions are written once, on sets; how a set is kept is the engine's affair:
numbers of positions found one by one here, diagrams in the symbolic engine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from ..engines.contract import Engine
from ..errors import BadPosition
from ..ir.rules import Rules
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.position import Position
from .goals import Aim, AimMatches, Goal, Survey

#: A set of positions, however it is kept; sets of one atlas join and meet by `| & -`.
States = Any


class Attractor(ABC):
    """Where a goal can be forced, and how far it is from there."""

    states: States

    @abstractmethod
    def rank(self, position: Position) -> int | None:
        """Say how many moves it takes at the most, None where the goal cannot be forced."""


class StateSpace(ABC):
    """The reachable positions of a game, up to a depth if one is given."""

    #: Answers what is asked of single positions, and names the engine.
    engine: Engine
    #: Whether there is nothing beyond the depth.
    complete: bool
    #: How many positions are first reached at each ply.
    plies: list[int]

    @property
    def rules(self) -> Rules:
        """The rules that are asked."""
        return self.engine.rules

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return sum(self.plies)

    @property
    @abstractmethod
    def reachable(self) -> States:
        """All of the map."""

    @abstractmethod
    def where(self, aim: Aim) -> States:
        """Give the positions that meet an aim."""

    @abstractmethod
    def count(self, states: States) -> int:
        """Say how many positions a set has."""

    @abstractmethod
    def by_ply(self, states: States) -> list[int]:
        """Say how many positions of a set are first reached at each ply."""

    @abstractmethod
    def way_to(self, states: States) -> list[Position] | None:
        """Give a shortest game into a set, position by position; None where none gets there."""

    @abstractmethod
    def each(self, states: States) -> Iterator[Position]:
        """Give the positions of a set one by one, always in the same order."""

    @abstractmethod
    def sample(self, states: States, chance: Random) -> Position:
        """Pick a position of a set, each as likely as any other."""

    @abstractmethod
    def has(self, states: States, position: Position) -> bool:
        """Say whether a position is in a set."""

    @abstractmethod
    def only(self, position: Position) -> States:
        """Give the set of one position of the map."""

    @abstractmethod
    def reach(self, goal: Goal) -> Attractor:
        """Say where a goal can be forced."""

    @abstractmethod
    def breaking(self, step: str, choices: Sequence[tuple[Any, ...]]) -> States:
        """Give the positions from which some move breaks a `step`, for some arguments."""

    @abstractmethod
    def lasting(self) -> tuple[States, int]:
        """Give the positions from which a game can go on for ever, and the longest that ends."""

    @abstractmethod
    def first_beyond(self, aim: Aim) -> int | None:
        """Give the least ply beyond the depth at which an aim is met, None where that is unknown.

        What is looked for lies near, or it is not found: the map is grown while that is cheap.
        """

    # -- what follows -----------------------------------------------------------------------

    def moves_along(self, way: Sequence[Position]) -> list[Move]:
        """Name the moves of a game that is given by its positions."""
        return [
            next(move for move, after in self.engine.successors(here) if after == there)
            for here, there in pairwise(way)
        ]

    def survey(self, aims: Sequence[Aim]) -> Survey:
        """Say where each aim is met, and how one gets there."""
        sights = []
        for aim in aims:
            met = self.where(aim)
            way = self.way_to(met)
            moves = None if way is None else self.moves_along(way)
            sights.append(AimMatches(self.by_ply(met), moves))
        return Survey(self.positions, self.complete, sights)

    def attract(self, goals: Sequence[Goal]) -> SpaceAttraction:
        """Say from where each goal can be forced."""
        return SpaceAttraction(self, goals)


class SpaceAttraction:
    """From which positions of a map each of some goals can be forced."""

    def __init__(self, states: StateSpace, goals: Sequence[Goal]) -> None:
        self._states = states
        self.positions = states.positions
        self.goals: Sequence[Goal] = list(goals)
        self._reaches = [states.reach(goal) for goal in self.goals]
        self.counts = [states.count(reach.states) for reach in self._reaches]

    def forced(self, position: Position) -> tuple[bool, ...]:
        """Say for each goal whether it can be forced from a reachable position."""
        self._check(position)
        return tuple(reach.rank(position) is not None for reach in self._reaches)

    def choose(self, goal: int, position: Position) -> Move | None:
        """Give a move that forces a goal, if one of those who want it is to move and can."""
        self._check(position)
        reach, engine = self._reaches[goal], self._states.engine
        here = reach.rank(position)
        if not here or engine.player_to_move(position) not in self.goals[goal].who:
            return None
        ranked = [(reach.rank(after), move) for move, after in engine.successors(position)]
        near = [(rank, at, move) for at, (rank, move) in enumerate(ranked) if rank is not None]
        return min(near, key=lambda one: one[:2])[2]

    def _check(self, position: Position) -> None:
        if not self._states.has(self._states.reachable, position):
            raise BadPosition(f"no game comes to {write_position(position)}")
