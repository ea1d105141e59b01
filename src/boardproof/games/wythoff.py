"""Wythoff's game: two heaps, taken from one or evenly from both; after W. A. Wythoff (1907)."""

from boardproof.rules import *


class Wythoff(Game):
    """Take from one heap, or as many from both; whoever takes the last counter wins.

    By default there are two heaps of eight and thirteen counters. The players take turns; a move
    takes any number of counters from one heap, or the same number from both, but at least one.
    Nobody may pass. Whoever takes the last counter of all wins, so there are no draws.
    """

    left: int = Parameter(8, at_least=1, at_most=30)
    right: int = Parameter(13, at_least=1, at_most=30)

    def setup(self) -> None:
        self.players = Players("First", "Second")
        self.sides: Domain[str] = Domain("left", "right", "both")
        self.numbers = Range(1, max(self.left, self.right))
        gaps = range(max(self.left, self.right) + 1)
        self.golden = [int(gap * (1 + 5**0.5) / 2) for gap in gaps]
        self.of_left = Count(0, self.left, start=self.left)
        self.of_right = Count(0, self.right, start=self.right)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "choose a heap or both, and how many to take"

    @move(side="sides", number="numbers")
    def take(self, side: str, number: int) -> None:
        require(side == "right" or number <= self.of_left, "the left heap is not that large")
        require(side == "left" or number <= self.of_right, "the right heap is not that large")
        if side != "right":
            self.of_left -= number
        if side != "left":
            self.of_right -= number
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Win(self.turn.previous) if self.of_left + self.of_right == 0 else None

    @predicate(player="players")
    def winner(self, player: Player) -> bool:
        return self.result() == Win(player)

    @predicate
    def cold(self) -> bool:
        """The heaps are a pair of Wythoff's: (n·φ, n·φ²) rounded down, n their difference."""
        small = min(self.of_left, self.of_right)
        return small == self.golden[max(self.of_left, self.of_right) - small]

    every_game_ends = terminates()
    wythoff = implies(
        "cold and turn == player.next", "forced(player, winner(player))", player="players"
    )
