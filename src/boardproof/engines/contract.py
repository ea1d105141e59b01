"""The one protocol: what every engine answers, and alike, for every game it accepts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any, Protocol

from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.moves import Move
from ..positions.position import Position, starting_position
from ..rules.domains import Player
from ..rules.results import Payoff, Result
from ..statespace.goals import Aim, Attraction, Goal, Survey
from ..suggest import suggest
from .solution import Build, Solved


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


class Engine(Protocol):
    """A way to run a rulebook; what follows from its other answers is written here."""

    name: str
    rules: Rules
    moves: tuple[Move, ...]

    def __init__(self, rules: Rules) -> None: ...

    def initial(self) -> Position:
        """Give the position the game starts from."""
        return starting_position(self.rules.game)

    def legal_moves(self, position: Position) -> list[Move]:
        """List the legal moves, in the rulebook's order; none when the game is over."""
        return [move for move, _ in self.successors(position)]

    def successor(self, position: Position, move: Move) -> Position:
        """Give the position after a move; raise `IllegalMove` with the reason otherwise."""
        ...

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        """List the legal moves, each with the position it leads to."""
        ...

    def result(self, position: Position) -> Result | None:
        """Say how the game ended, None while it goes on."""
        ...

    def is_over(self, position: Position) -> bool:
        """Say whether the game has ended."""
        return self.result(position) is not None

    def payoff(self, position: Position) -> Payoff | None:
        """Give what each player gets, None while the game goes on."""
        result = self.result(position)
        return None if result is None else result.payoff(self.rules.game.players)

    def player_to_move(self, position: Position) -> Player | None:
        """Say who is to move, None when the game is over."""
        ...

    def expected(self, position: Position) -> str:
        """Tell the player to move what is expected, in the rulebook's words."""
        ...

    def holds(self, position: Position, question: str, **arguments: Any) -> bool:
        """Answer a predicate of the rulebook on any position, reachable or not."""
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
        """Say where each aim is met among the reachable positions, up to a depth if given."""
        ...

    def attract(self, goals: Sequence[Goal], limits: Limits | None = None) -> Attraction:
        """Say from which reachable positions each goal can be forced."""
        ...

    def solve(self, limits: Limits | None = None) -> Solved:
        """Find the value and the distance of every reachable position."""
        ...

    def build(self, limits: Limits | None = None) -> Build:
        """Find all reachable positions, to be solved layer by layer from the last on."""
        ...


def engine_names() -> list[str]:
    """List the registered engines."""
    return sorted(point.name for point in entry_points(group="boardproof.engines"))


def make_engine(name: str, rules: Rules, **options: Any) -> Engine:
    """Make the engine of that name for a rulebook, with options of its own."""
    for point in entry_points(group="boardproof.engines"):
        if point.name == name:
            engine: Engine = point.load()(rules, **options)
            return engine
    names = engine_names()
    hint = suggest(name, names, f"there are {', '.join(names)}")
    raise BadInput(f"no engine is called {name!r}: {hint}")
