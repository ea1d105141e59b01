"""What engines are asked about all positions, answered plainly: by the book, one set at a time."""

from collections.abc import Callable, Iterable

from boardproof.engines.contract import make_engine
from boardproof.ir.rules import Rules
from boardproof.positions.moves import Move
from boardproof.positions.position import Position
from boardproof.statespace.goals import Aim, Goal

Distances = dict[Position, int]


class Plain:
    """All reachable positions with their plies and moves, by the reference engine."""

    def __init__(self, rules: Rules) -> None:
        self.engine, self.players = make_engine("reference", rules), rules.game.players
        start = self.engine.initial()
        self.ply: dict[Position, int] = {start: 0}
        self.moves: dict[Position, list[tuple[Move, Position]]] = {}
        waiting = [start]
        for position in waiting:
            self.moves[position] = self.engine.successors(position)
            for _, after in self.moves[position]:
                if after not in self.ply:
                    self.ply[after] = self.ply[position] + 1
                    waiting.append(after)
        self.mover = {position: self.engine.player_to_move(position) for position in self.ply}

    def after(self, position: Position) -> list[Position]:
        return [after for _, after in self.moves[position]]

    def meets(self, aim: Aim, position: Position) -> bool:
        if not aim.question:
            return (str(self.engine.result(position)) in aim.results) == aim.holds
        answer = self.engine.holds(position, aim.question, **dict(aim.arguments))
        return answer == aim.holds

    def by_ply(self, aim: Aim) -> list[int]:
        counts = [0] * (1 + max(self.ply.values()))
        for position, ply in self.ply.items():
            counts[ply] += self.meets(aim, position)
        return counts

    # -- forcing --------------------------------------------------------------------------------

    def attraction(self, goal: Goal) -> Distances:
        """Say in how many moves the goal can be forced, where it can be."""
        there = {position for position in self.ply if self.meets(goal.aim, position)}
        keep = self.ply if goal.keep is None else [p for p in self.ply if self.meets(goal.keep, p)]
        return self._forced(there, lambda p: self.mover[p] in goal.who, keep)

    def _forced(
        self,
        there: Iterable[Position],
        wanted: Callable[[Position], bool],
        keep: Iterable[Position] | None = None,
    ) -> Distances:
        found = dict.fromkeys(there, 0)
        kept = set(self.ply if keep is None else keep)
        while True:
            new = [
                position
                for position in self.ply
                if position not in found
                and position in kept
                and self.moves[position]
                and (any if wanted(position) else all)(a in found for a in self.after(position))
            ]
            if not new:
                return found
            moves = 1 + max(found.values())
            found.update(dict.fromkeys(new, moves))

    # -- solving --------------------------------------------------------------------------------

    def payoff(self, position: Position, player: str) -> int:
        paid = self.engine.payoff(position)
        return paid[player] if paid else 0

    def values(self, player: str) -> dict[Position, int]:
        """Say what a player can make sure of, by what is forced to be at least, or at most, so."""
        ends = [position for position in self.ply if not self.moves[position]]
        paid = {position: self.payoff(position, player) for position in ends}
        found = dict.fromkeys(self.ply, 0)
        for least in sorted(value for value in set(paid.values()) if value > 0):
            good = [position for position in ends if paid[position] >= least]
            for position in self._forced(good, lambda p: self.mover[p] == player):
                found[position] = least
        for most in sorted((value for value in set(paid.values()) if value < 0), reverse=True):
            bad = [position for position in ends if paid[position] <= most]
            for position in self._forced(bad, lambda p: self.mover[p] != player):
                found[position] = most
        return found

    def distances(self, player: str, values: dict[Position, int]) -> dict[Position, int | None]:
        """Say how many moves a game goes on that both sides play as this player's value says."""
        found: dict[Position, int | None] = dict.fromkeys(self.ply)
        while True:
            new = {position: self._distance(position, player, values, found) for position in found}
            if new == found:
                return found
            found = new

    def _distance(
        self,
        position: Position,
        player: str,
        values: dict[Position, int],
        known: dict[Position, int | None],
    ) -> int | None:
        best = [known[a] for a in self.after(position) if values[a] == values[position]]
        if not best:
            return 0
        sign = 1 if self.mover[position] == player else -1
        if values[position] * sign > 0:
            return min((d + 1 for d in best if d is not None), default=None)
        return None if None in best else 1 + max(d for d in best if d is not None)
