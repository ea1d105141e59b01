"""The one protocol: what every engine answers, and alike, for every game it accepts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..ir.rules import Rules
from ..limits import Limits
from ..positions.position import Position
from ..statespace.goals import Aim, Attraction, Enumeration, Goal, Survey
from ..statespace.transition_system import RuleRunner, TransitionSystem
from .profile import profile_of
from .solution import Build, StrongSolution
from .starts import initial_positions


@dataclass(frozen=True)
class Defect:
    """One thing that keeps a position from being well-formed: its name, where, and the rule."""

    name: str
    arguments: dict[str, Any]
    sentence: str

    def __str__(self) -> str:
        where = " ".join(map(str, self.arguments.values()))
        head = f"{self.name} {where}".strip()
        return f"{head}: {self.sentence}" if self.sentence else head


class Engine(TransitionSystem, Protocol):
    """A way to run a rulebook: what it knows of single positions, and of all at once."""

    def __init__(self, rules: Rules) -> None: ...

    def initials(self) -> Collection[Position]:
        """Return all positions that the game starts from."""
        return initial_positions(self.rules)

    def expected(self, position: Position) -> str:
        """Return what is expected of the player to move, in the rulebook's words."""
        ...

    def defects(self, position: Position) -> list[Defect]:
        """List what keeps a position from being well-formed, each with its name and place."""
        ...

    def perft(self, position: Position, depth: int) -> list[int]:
        """Count the sequences of exactly 0, 1, ..., depth legal moves from a position."""
        ...

    def enumerate(self, limits: Limits | None = None) -> Enumeration:
        """Visit every reachable position."""
        ...

    def survey(
        self, aims: Sequence[Aim], limits: Limits | None = None, depth: int | None = None
    ) -> Survey:
        """Return where each aim is met among the reachable positions, up to a depth if given."""
        ...

    def attract(self, goals: Sequence[Goal], limits: Limits | None = None) -> Attraction:
        """Return from which reachable positions each goal can be forced."""
        ...

    def solve(self, limits: Limits | None = None, start: Position | None = None) -> StrongSolution:
        """Find the value and the distance of every reachable position.

        Given a `start`, it is enough to solve what can be reached from there.
        """
        ...

    def build(self, limits: Limits | None = None) -> Build:
        """Find all reachable positions, to be solved layer by layer from the last on."""
        ...


class RuleEngine(Engine, RuleRunner, Protocol):
    """An engine whose single rules can be run."""


def make_engine(name: str, rules: Rules, **options: Any) -> Engine:
    """Make the engine of that name for a rulebook, with options of its own."""
    engine: Engine = profile_of(name).engine()(rules, **options)
    return engine
