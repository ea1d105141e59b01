"""What engines are asked about all reachable positions at once, and what they answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..analysis.endless import endless_result, endless_varies, has_endless_rule
from ..ir.rules import Rules
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player
from ..rules.results import STUCK, Draw, Win
from .transition_system import TransitionSystem


@dataclass(frozen=True)
class Enumeration:
    """What an engine finds when it visits every reachable position.

    All numbers are of positions, also where the engine visited one of each class of positions that
    the game's symmetries make alike; `classes` then says how many of these there are. `moves` is
    None where counting them would take longer than all the rest; `nodes` are those of the decision
    diagram of each layer, where there are any.
    """

    positions: int
    moves: int | None
    by_ply: list[int]
    over: dict[str, int]
    stuck: int
    longest: int | None
    shortest: int | None
    classes: int | None = field(default=None, compare=False)
    symmetries: int = field(default=1, compare=False)
    nodes: list[int] | None = field(default=None, compare=False)

    @property
    def branching(self) -> float | None:
        """The mean number of moves of the positions that are not over; 0 where all are."""
        if self.moves is None:
            return None
        open_positions = self.positions - sum(self.over.values())
        return self.moves / open_positions if open_positions else 0.0


@dataclass(frozen=True)
class Aim:
    """A target set: positions with one of these results, or where a predicate has this value.

    `results` are as `str` writes them. A `question` is the name of a predicate of the rulebook with
    its `arguments`, and `holds` says which answer is meant. An aim without either is met nowhere.

    >>> print(Aim(results=frozenset({"A wins"})), "or", Aim(question="full", holds=False))
    A wins or not full
    """

    results: frozenset[str] = frozenset()
    question: str = ""
    arguments: tuple[tuple[str, Any], ...] = ()
    holds: bool = True

    def met_by(self, engine: TransitionSystem, position: Position) -> bool:
        """Whether a position, reachable or not, meets the aim."""
        if self.question:
            return engine.holds(position, self.question, **dict(self.arguments)) == self.holds
        return (engine.outcome(position) in self.results) == self.holds

    def __str__(self) -> str:
        if not self.question:
            meant = " or ".join(sorted(self.results)) or "nothing"
        else:
            words = ", ".join(str(value) for _, value in self.arguments)
            meant = f"{self.question}({words})" if words else self.question
        return meant if self.holds else f"not {meant}"


@dataclass(frozen=True)
class AimMatches:
    """Where an aim is met: how many positions of each ply, and a shortest way to one of them."""

    by_ply: list[int]
    way: list[Move] | None

    @property
    def count(self) -> int:
        """How many positions meet the aim."""
        return sum(self.by_ply)


@dataclass(frozen=True)
class Survey:
    """What a search of the reachable positions saw, one sight for each aim.

    `complete` is False where positions beyond the depth asked for were left out.
    """

    positions: int
    complete: bool
    sights: list[AimMatches]


@dataclass(frozen=True)
class Goal:
    """What these players together want against all others: to come to such a position.

    Where `keep` is given, all positions before must meet it. A game that ends, or is stuck, without
    the aim met has not come to it; nor has one that goes on forever, unless `circling` says that it
    counts as the result that the rulebook gives to where it circles.
    """

    who: frozenset[Player]
    aim: Aim
    keep: Aim | None = field(default=None)
    circling: bool = field(default=False)


class Attraction(Protocol):
    """From which reachable positions each of some goals can be forced."""

    #: How many reachable positions there are.
    positions: int
    #: The goals, as they were given.
    goals: Sequence[Goal]
    #: For each goal, how many reachable positions it can be forced from.
    counts: list[int]

    def forced(self, position: Position) -> tuple[bool, ...]:
        """Return for each goal whether it can be forced from a reachable position."""

    def forced_starts(self) -> list[int]:
        """Return for each goal how many of the positions that games start from it is forced in."""

    def choose(self, goal: int, position: Position) -> Move | None:
        """Return a move that forces a goal, if one of those who want it is to move and can."""


def with_endless(goal: Goal, rules: Rules) -> tuple[Goal, bool]:
    """Return a goal such that a game without end counts as what the rulebook says it is worth.

    Where every such game meets the goal, who wants it must only keep the game from ending in
    another way: then True is returned beside what the others must not force.
    """
    aim = goal.aim
    if not has_endless_rule(rules) or goal.keep or not aim.holds or not aim.results:
        return goal, False
    if endless_varies(rules):
        return replace(goal, circling=True), False
    if str(endless_result(rules)) not in aim.results:
        return goal, False
    return Goal(rivals(goal, rules), missed(aim, rules)), True


def rivals(goal: Goal, rules: Rules) -> frozenset[Player]:
    """Return all players who are not among those of a goal."""
    return frozenset(rules.game.players.elements) - goal.who


def missed(aim: Aim, rules: Rules) -> Aim:
    """Return the aim that a game ends otherwise than an aim says."""
    players = rules.game.players.elements
    ends = {*(str(Win(player)) for player in players), str(Draw()), STUCK}
    return Aim(results=frozenset(ends - aim.results))


def goals_of(players: Iterable[Player], aims: Sequence[Aim]) -> list[Goal]:
    """Return every goal of every coalition: each set of players, but not none, with each aim.

    >>> [sorted(goal.who) for goal in goals_of(["A", "B"], [Aim(question="full")])]
    [['A'], ['B'], ['A', 'B']]
    """
    everybody = tuple(players)
    masks = sorted(range(1, 1 << len(everybody)), key=lambda mask: (mask.bit_count(), mask))
    coalitions = [
        frozenset(player for seat, player in enumerate(everybody) if mask >> seat & 1)
        for mask in masks
    ]
    return [Goal(who, aim) for who in coalitions for aim in aims]
