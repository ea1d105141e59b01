"""How a game can end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Payoff = dict[str, int]

#: The outcome of a position that is not over and has no legal move.
STUCK = "stuck"


@dataclass(frozen=True)
class Win:
    """One player wins.

    >>> str(Win("A")), Win("A").payoff(["A", "B"])
    ('A wins', {'A': 1, 'B': -1})
    """

    player: str

    def payoff(self, players: Iterable[str]) -> Payoff:
        """Return 1 for the winner and -1 for everybody else."""
        return {p: 1 if p == self.player else -1 for p in players}

    def __str__(self) -> str:
        return f"{self.player} wins"


@dataclass(frozen=True)
class Draw:
    """Nobody wins.

    >>> str(Draw()), Draw().payoff(["A", "B"])
    ('draw', {'A': 0, 'B': 0})
    """

    def payoff(self, players: Iterable[str]) -> Payoff:
        """Return 0 for everybody."""
        return dict.fromkeys(players, 0)

    def __str__(self) -> str:
        return "draw"


class Score:
    """Everybody has a number of points; the highest wins.

    >>> end = Score({"South": 30, "North": 18})
    >>> str(end), end.points["South"], end.payoff(["South", "North"])
    ('South wins', 30, {'South': 12, 'North': -12})
    """

    def __init__(self, points: Mapping[str, int]) -> None:
        if not points:
            raise ValueError("Score needs the points of at least one player")
        self.points = dict(points)

    def payoff(self, players: Iterable[str]) -> Payoff:
        """Return the margin for two players, the points of each player for more."""
        names = list(players)
        if len(names) != 2:
            return {p: self.points[p] for p in names}
        margin = self.points[names[0]] - self.points[names[1]]
        return {names[0]: margin, names[1]: -margin}

    def __str__(self) -> str:
        best = max(self.points.values())
        leaders = [player for player, points in self.points.items() if points == best]
        return f"{leaders[0]} wins" if len(leaders) == 1 else "draw"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self.points == other.points

    def __hash__(self) -> int:
        return hash(frozenset(self.points.items()))

    def __repr__(self) -> str:
        return f"Score({self.points!r})"


Result = Win | Draw | Score


@dataclass(frozen=True)
class Pass:
    """No result, but what `stuck` may return: who cannot move gives the turn to the next player."""
