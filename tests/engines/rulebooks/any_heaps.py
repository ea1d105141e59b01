"""Heaps to take from, however large they are at first and whoever begins; three may play."""

from boardproof.rules import (
    Count,
    Domain,
    Flag,
    Game,
    Map,
    Parameter,
    Players,
    Range,
    Turn,
    Win,
    any_position,
    move,
    require,
)  # fmt: skip


class AnyHeaps(Game):
    """Whoever takes the last one wins; once in a game somebody may pass."""

    seats: int = Parameter(2, at_least=2, at_most=3)
    start = any_position("not over and passes == 1 and (urgent or turn == A)")

    def setup(self):
        self.players = Players(*"ABC"[: self.seats])
        self.heaps = Domain("left", "right")
        self.sizes = Range(0, 3)
        self.numbers = Range(1, 2)
        self.left = Map(self.heaps, self.sizes, start=lambda heap: 2)
        self.passes = Count(0, 2, start=1)
        self.urgent = Flag()
        self.turn = Turn(self.players)

    @move(heap="heaps", number="numbers")
    def take(self, heap, number):
        require(number <= self.left[heap], "there are not that many")
        self.left[heap] -= number
        self.turn = self.turn.next

    @move
    def wait(self):
        require(self.passes > 0 and not self.urgent, "nobody may pass")
        self.passes -= 1
        self.turn = self.turn.next

    def result(self):
        if any(self.left[heap] != 0 for heap in self.heaps):
            return None
        return Win(self.turn.previous)
