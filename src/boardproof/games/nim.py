"""Nim: heaps of counters, and whoever takes the last one wins; after C. L. Bouton (1901)."""

from boardproof.rules import *


class Nim(Game):
    """Take any number of counters from one heap; whoever takes the last one wins.

    By default there are three heaps, of three, four and five counters. The players take turns; a
    move chooses a heap and takes one or more counters from it, even all of them. Nobody may pass.
    Whoever takes the last counter of all wins, so there are no draws.
    """

    heaps: int = Parameter(3, at_least=1, at_most=6)
    largest: int = Parameter(5, at_least=1, at_most=12)
    last: str = Reading(
        "wins",
        "loses",
        says="the player who takes the last counter or counters from the table wins",
        wins="taking the last counter wins",
        loses="taking the last counter loses (misère)",
    )

    def setup(self) -> None:
        self.players = Players("First", "Second")
        self.row = Range(1, self.heaps)
        self.numbers = Range(1, self.largest)
        self.powers = (1, 2, 4, 8)
        self.heap = Map(
            self.row,
            Range(0, self.largest),
            start=lambda heap: max(self.largest + heap - self.heaps, 1),
        )
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "choose a heap and how many to take"

    @move(heap="row", number="numbers")
    def take(self, heap: int, number: int) -> None:
        require(number <= self.heap[heap], "the heap is not that large")
        self.heap[heap] -= number
        self.turn = self.turn.next

    def result(self) -> Result | None:
        if any(self.heap[heap] > 0 for heap in self.row):
            return None
        return Win(self.turn.previous if self.last == "wins" else self.turn)

    @predicate
    def balanced(self) -> bool:
        """Every power of two stands in an even number of heaps."""
        return all(
            sum(self.heap[heap] // power % 2 for heap in self.row) % 2 == 0 for power in self.powers
        )

    @predicate
    def small(self) -> bool:
        return all(self.heap[heap] <= 1 for heap in self.row)

    @step
    def counters_go(self, before: "Nim") -> bool:
        """One heap gets smaller, and no other changes."""
        changed = {heap for heap in self.row if self.heap[heap] != before.heap[heap]}
        return len(changed) == 1 and all(self.heap[heap] < before.heap[heap] for heap in changed)

    @predicate(player="players")
    def winner(self, player: Player) -> bool:
        return self.result() == Win(player)

    every_game_ends = terminates()
    bouton = implies(
        "(balanced if last == 'wins' or not small else not balanced) and turn == player.next",
        "forced(player, winner(player))",
        player="players",
    )
