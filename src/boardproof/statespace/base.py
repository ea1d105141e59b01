"""The state space of a game: its reachable positions as sets, paths to them, what can be forced.

Questions about many positions are written once, on sets. How a set is kept is the affair of each
implementation: numbers of positions found one by one, or decision diagrams.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import pairwise
from random import Random
from typing import Any

from ..errors import BadPosition, RuleBroken
from ..ir.rules import Rules
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.elements import Player
from ..rules.results import STUCK, Result
from . import algorithms, circles
from .goals import Aim, AimMatches, Goal, Survey
from .transition_system import RuleRunner, TransitionSystem

#: A set of positions, however it is kept: sets of one space have `| & -`, `==` and truth.
States = Any
#: A variable, or a set or map at a key: what has a value of its own.
Place = tuple[Any, ...]


class StateSpace(ABC):
    """The reachable positions of a game, as far as they were searched."""

    #: Answers about single positions, and names the engine.
    engine: TransitionSystem
    #: Whether these are all reachable positions.
    complete: bool
    #: How many positions are first reached at each ply.
    plies: list[int]
    #: A rule that goes wrong, and where, if the search was to continue.
    broken: tuple[RuleBroken, Position] | None = None
    #: All positions, and none.
    everything: States
    empty: States
    #: The positions that are not over, and those of them that have no legal move.
    going: States
    stuck: States

    @property
    def rules(self) -> Rules:
        """The rules that are asked."""
        return self.engine.rules

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return sum(self.plies)

    # -- sets -------------------------------------------------------------------------------

    @property
    @abstractmethod
    def layers(self) -> Sequence[States]:
        """The positions first reached at each ply."""

    @property
    def starts(self) -> States:
        """The positions that games start from."""
        return self.layers[0]

    @property
    def interior(self) -> States:
        """The positions that surely have no move out of the space."""
        return self.everything if self.complete else self.everything - self.layers[-1]

    @abstractmethod
    def singleton(self, position: Position) -> States:
        """Return the set of one position; the empty set if the space does not have it."""

    def contains(self, states: States, position: Position) -> bool:
        """Whether a position is in a set."""
        return bool(self.singleton(position) & states)

    @abstractmethod
    def count(self, states: States) -> int:
        """Return how many positions a set has."""

    @abstractmethod
    def by_ply(self, states: States) -> list[int]:
        """Return how many positions of a set are first reached at each ply."""

    @abstractmethod
    def each(self, states: States) -> Iterator[Position]:
        """Return the positions of a set one by one, by ply, always in the same order."""

    @abstractmethod
    def sample(self, states: States, chance: Random) -> Position:
        """Return a position of a set, each as likely as any other."""

    def union(self, sets: Iterable[States]) -> States:
        """Return the union of some sets."""
        return reduce(lambda a, b: a | b, sets, self.empty)

    # -- what the rules say -----------------------------------------------------------------

    @abstractmethod
    def split(
        self, states: States, rule: str, engine: RuleRunner | None = None
    ) -> dict[Any, States]:
        """Split a set by what a rule without arguments returns; of another engine, if given one.

        Positions in which the rule goes wrong are left out.
        """

    @abstractmethod
    def answered(self, aim: Aim) -> States:
        """Return the positions in which the question of an aim is answered by yes."""

    @abstractmethod
    def breaking(self, step: str, choices: Sequence[tuple[Any, ...]]) -> States:
        """Return the positions from which some move breaks a `step`, for some arguments."""

    @property
    @abstractmethod
    def legal_moves(self) -> set[Move]:
        """The moves that are legal anywhere."""

    @cached_property
    def results(self) -> dict[Result, States]:
        """The positions that are over, by result."""
        parts = self.split(self.everything, "result")
        return {result: where for result, where in parts.items() if result is not None}

    @cached_property
    def outcomes(self) -> dict[str, States]:
        """The positions that are over, by the words of the result."""
        return join_by_words(self.results)

    @cached_property
    def movers(self) -> dict[Player, States]:
        """The positions that are not over, by whose turn it is."""
        return self.split(self.going, "to_move")

    def moved_by(self, who: Iterable[Player]) -> States:
        """Return the positions in which one of these players is to move."""
        return self.union(self.movers.get(player, self.empty) for player in who)

    def where(self, aim: Aim) -> States:
        """Return the positions that meet an aim."""
        if aim.question:
            met = self.answered(aim)
        else:
            met = self.union(self.outcomes.get(word, self.empty) for word in aim.results)
            met = met | self.stuck if STUCK in aim.results else met
        return met if aim.holds else self.everything - met

    # -- values -----------------------------------------------------------------------------

    @abstractmethod
    def combinations(self, variables: Sequence[str]) -> set[tuple[Any, ...]]:
        """Return the values that some variables have at once, wherever they do."""

    def distinct(self, variables: Sequence[str]) -> int:
        """Return how many values some variables have at once."""
        return len(self.combinations(variables))

    @abstractmethod
    def values(self) -> dict[Place, set[Any]]:
        """Return the values that each place has anywhere; an element is in a set or not."""

    # -- moves ------------------------------------------------------------------------------

    @abstractmethod
    def after(self, states: States) -> States:
        """Return the image of a set: the positions of the space that one move leads to."""

    @abstractmethod
    def before(self, states: States, within: States | None = None) -> States:
        """Return the preimage of a set: the positions of the space with a move into it.

        Where `within` is given, a set of positions that are not over, only those in it.
        """

    @abstractmethod
    def first_beyond(self, aim: Aim) -> int | None:
        """Return the least ply beyond the depth at which an aim is met, None if that is unknown.

        What is looked for lies near, or it is not found: plies are added while that is cheap. The
        space stays as it is, for other questions are answered on it.
        """

    def path_to(self, states: States) -> list[Position] | None:
        """Return a shortest game into a set, position by position; None where none gets there."""
        return algorithms.shortest_path(self, states)

    @cached_property
    def _lasting(self) -> tuple[States, int]:
        return algorithms.stay_forever(self, self.interior)

    @property
    def infinite_plays(self) -> States:
        """The positions from which a play can go on forever inside the space."""
        return self._lasting[0]

    @property
    def longest_play(self) -> int | None:
        """The length of the longest game, None where one can go on forever."""
        return None if self.infinite_plays else self._lasting[1]

    def attractor(
        self, who: frozenset[Player], target: States, keep: States | None = None
    ) -> Attractor:
        """Return from where these players can force a target, through positions of `keep` only."""
        return Attractor(self, algorithms.attractor_rings(self, who, target, keep))

    def attractor_of(self, goal: Goal) -> Attractor:
        """Return from where a goal can be forced."""
        if goal.circling:
            return self.circling_attractor(
                goal.who, self.where(goal.aim), lambda said: str(said) in goal.aim.results
            )
        keep = None if goal.keep is None else self.where(goal.keep)
        return self.attractor(goal.who, self.where(goal.aim), keep)

    def circling_attractor(
        self, who: frozenset[Player], target: States, meets: Callable[[Result], bool]
    ) -> Attractor:
        """Return from where players can force a target, or a game without end of such a worth."""
        return Attractor(self, circles.circling_rings(self, who, target, meets))

    def strata(self) -> Iterable[circles.Stratum]:
        """Return the positions from which games can go on for ever, in strata by their worth."""
        return circles.strata(self)

    def moves_along(self, path: Sequence[Position]) -> list[Move]:
        """Return the moves of a game that is given by its positions."""
        return [
            next(move for move, after in self.engine.successors(here) if after == there)
            for here, there in pairwise(path)
        ]

    def survey(self, aims: Sequence[Aim]) -> Survey:
        """Return where each aim is met, and how one gets there."""
        matches = []
        for aim in aims:
            met = self.where(aim)
            path = self.path_to(met)
            moves = None if path is None else self.moves_along(path)
            matches.append(AimMatches(self.by_ply(met), moves))
        return Survey(self.positions, self.complete, matches)

    def attract(self, goals: Sequence[Goal]) -> SpaceAttraction:
        """Return from where each goal can be forced."""
        return SpaceAttraction(self, goals)


def join_by_words(results: dict[Result, States]) -> dict[str, States]:
    """Join the sets of results that read alike: scores that differ in their points."""
    joined: dict[str, States] = {}
    for result, states in results.items():
        word = str(result)
        joined[word] = joined[word] | states if word in joined else states
    return joined


class Attractor:
    """From where a target can be forced: rings of the positions that are as far from it."""

    def __init__(self, space: StateSpace, rings: list[States]) -> None:
        self._space, self.rings = space, rings
        self.states: States = space.union(rings)

    def rank(self, position: Position) -> int | None:
        """Return the maximal number of moves, None where the target cannot be forced."""
        here = self._space.singleton(position)
        return next((rank for rank, ring in enumerate(self.rings) if here and here <= ring), None)


class SpaceAttraction:
    """From which positions of a space each of some goals can be forced."""

    def __init__(self, space: StateSpace, goals: Sequence[Goal]) -> None:
        self._space = space
        self.positions = space.positions
        self.goals: Sequence[Goal] = list(goals)
        self._attractors = [space.attractor_of(goal) for goal in self.goals]
        self.counts = [space.count(attractor.states) for attractor in self._attractors]

    def forced(self, position: Position) -> tuple[bool, ...]:
        """Return for each goal whether it can be forced from a reachable position."""
        self._check(position)
        return tuple(attractor.rank(position) is not None for attractor in self._attractors)

    def forced_starts(self) -> list[int]:
        """Return for each goal how many of the positions that games start from it is forced in."""
        space = self._space
        return [space.count(space.starts & one.states) for one in self._attractors]

    def choose(self, goal: int, position: Position) -> Move | None:
        """Return a move that forces a goal, if one of those who want it is to move and can."""
        self._check(position)
        attractor, engine = self._attractors[goal], self._space.engine
        here = attractor.rank(position)
        if not here or engine.player_to_move(position) not in self.goals[goal].who:
            return None
        ranks = {move: attractor.rank(after) for move, after in engine.successors(position)}
        forcing = {move: rank for move, rank in ranks.items() if rank is not None}
        return min(forcing, key=lambda move: forcing[move])

    def _check(self, position: Position) -> None:
        if not self._space.contains(self._space.everything, position):
            raise BadPosition(f"{write_position(position)} cannot be reached")
