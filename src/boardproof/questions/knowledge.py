"""What is known of a position while it is analysed: bounds, depths and estimates that improve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, inf

from ..answers import Worth
from ..engines.solution import PositionValue
from ..engines.tree_search import TreeNode
from ..ir.rules import Rules
from ..rules.elements import Player
from .solve import result_in_words
from .value_bounds import ValueBounds

#: Of fewer games than this after the best move, all games tried from here are the better estimate.
FEW_GAMES = 16


@dataclass
class Knowledge:
    """What is known of a position: of two players, one's bounds are the other's, reversed.

    `barren` has for each player how many moves away no win of theirs can be forced: infinity where
    they never can. No value is above the `limit`.
    """

    rules: Rules
    limit: float = inf
    least: dict[Player, float] = field(default_factory=dict)
    most: dict[Player, float] = field(default_factory=dict)
    barren: dict[Player, float] = field(default_factory=dict)
    distance: int | None = None
    repeats: bool = False
    estimate: dict[Player, float] | None = None
    games: int = 0

    def __post_init__(self) -> None:
        for player in self.players:
            self.least[player], self.most[player] = -self.limit, self.limit
            self.barren[player] = 0

    @property
    def players(self) -> Sequence[Player]:
        """The players, in their order."""
        return self.rules.game.players.elements

    @property
    def proved(self) -> bool:
        """Whether it is proved what every player can force."""
        return all(self.least[player] == self.most[player] for player in self.players)

    @property
    def depth(self) -> int:
        """Within how many moves nobody can force a win; 0 where that says nothing."""
        if any(self.least[player] > 0 for player in self.players):
            return 0
        depth = min(self._barren(player) for player in self.players)
        return 0 if depth == inf else int(depth)

    def _barren(self, player: Player) -> float:
        return inf if self.most[player] <= 0 else self.barren[player]

    def set_value(self, value: PositionValue, mover: int) -> None:
        """Note a value that is proved, with the distance as the one to move sees it."""
        seat = 0 if len(value.distances) == 1 else mover
        self.distance = value.seen_by(seat)[1]
        self.repeats = self.distance is None
        for player, worth in value.payoffs(self.players).items():
            self.least[player] = self.most[player] = worth
            if worth > 0 and self.distance == 0:
                self.barren[player] = -1  # won already

    def bound(self, bounds: ValueBounds) -> None:
        """Note what is proved of one player's value; of two players, what follows for the other."""
        hero, least, most = bounds.hero, bounds.at_least, bounds.at_most
        if bounds.settled:
            least = most = bounds.margin(bounds.least)
        if least is not None:
            self.least[hero] = max(self.least[hero], least)
        if most is not None:
            self.most[hero] = min(self.most[hero], most)
        if len(self.players) == 2:
            other = next(player for player in self.players if player != hero)
            self.least[other], self.most[other] = -self.most[hero], -self.least[hero]

    def search_ended(self, hero: Player, depth: int) -> None:
        """Note that a search to a depth has ended: what it did not find is not there."""
        heroes = self.players if len(self.players) == 2 else (hero,)
        for player in heroes:
            if self.least[player] <= 0:
                self.barren[player] = max(self.barren[player], depth)

    def estimate_by(self, node: TreeNode) -> None:
        """Note what games tried from here came to: after the move that was tried most."""
        if not node.games:
            return
        best = node.most_tried
        judged = node if best is None or best.games < FEW_GAMES else best
        self.games = node.games
        self.estimate = {player: round(judged.mean(player), 3) for player in self.players}

    def follow_from(self, mover: Player, moves: Sequence[Knowledge]) -> None:
        """Note what follows from what is known after each move."""
        for player in self.players:
            best, worst = (max, min) if player == mover else (min, max)
            low = best(after.least[player] for after in moves)
            high = best(after.most[player] for after in moves)
            self.least[player] = max(self.least[player], low)
            self.most[player] = min(self.most[player], high)
            nearest = worst(after._barren(player) for after in moves)
            self.barren[player] = max(self.barren[player], nearest + 1)
        if self.distance is None and any(a.least[mover] > 0 and a.distance == 0 for a in moves):
            self.distance = 1  # nothing is sooner

    def score(self, mover: Player) -> tuple[float, float]:
        """Return how good this is for the one who moved here: what is proved, then estimates."""
        if self.least[mover] > 0 or self.most[mover] < 0 or self.proved:
            sign = 1 if self.least[mover] > 0 else -1 if self.most[mover] < 0 else 0
            worth = self.least[mover] if self.least[mover] > -inf else self.most[mover]
            far = 0 if self.distance is None else self.distance / 10_000
            return (worth, -sign * far) if sign else (0.0, 0.0)
        guess = 0.0 if self.estimate is None else self.estimate[mover]
        low, high = max(-0.999, min(0.0, self.least[mover])), min(0.999, self.most[mover])
        return max(low, min(guess, high)), 0.0

    def worth(self) -> Worth:
        """Return it as an answer has it."""
        proved, depth = self.proved, self.depth
        value = {str(p): int(self.least[p]) for p in self.players} if proved else None
        return Worth(
            text=self._text(value),
            value=value,
            distance=self.distance,
            repeats=self.repeats,
            at_least={} if proved else self._telling(self.least),
            at_most={} if proved else self._telling(self.most),
            depth=depth if depth and not proved else None,
            estimate=self._means(),
            games=self.games,
        )

    def _means(self) -> dict[str, float] | None:
        if self.estimate is None:
            return None
        return {str(player): mean for player, mean in self.estimate.items()}

    def _telling(self, bounds: dict[Player, float]) -> dict[str, int]:
        """Return the bounds that say more than that there is a limit."""
        return {str(player): int(n) for player, n in bounds.items() if abs(n) < self.limit}

    def _text(self, value: dict[str, int] | None) -> str:
        """Return all that is known in words, each part with how it is known."""
        if value is not None:
            return f"{result_in_words(self.rules, value)}{self._far(value)} (proved)"
        parts = [*self._bounds()]
        if self.depth:
            parts.append(f"no win within {_moves(self.depth)} (searched)")
        if self.estimate is not None:
            shown = ", ".join(
                f"{p} {floor(50.5 + 50 * mean)} %" for p, mean in self.estimate.items()
            )
            games = f"{self.games:,} game{'s' * (self.games != 1)}"
            parts.append(f"estimate {shown} ({games} tried)")
        return "; ".join(parts) or "nothing known yet"

    def _far(self, value: dict[str, int]) -> str:
        margin = max(abs(worth) for worth in value.values())
        by = f" by {margin}" if margin > 1 and len(value) == 2 else ""
        if self.repeats:
            return f"{by}, by repetition"
        if self.distance is None:
            return by
        return f"{by}, in {_moves(self.distance)}" if self.distance else f"{by}, over"

    def _bounds(self) -> list[str]:
        """Return what is proved of a value that is not known; of two players, of one of them."""
        shown = []
        for player in self.players[:1] if len(self.players) == 2 else self.players:
            low, high = self.least[player], self.most[player]
            if low > -self.limit:
                shown.append(f"{player} at least {low:+.0f} (proved)")
            if high < self.limit and high != low:
                shown.append(f"{player} at most {high:+.0f} (proved)")
        return shown


def _moves(number: int) -> str:
    return f"{number} move{'s' * (number != 1)}"
