"""Kayles and Dawson's chess: knock down neighbouring pins of a row; after Dudeney and Dawson."""

from boardproof.rules import *


class Kayles(Game):
    """Knock down one pin or two neighbours; whoever knocks down the last one wins.

    Nine pins stand in a row by default. The players take turns to knock down one standing pin, or
    two that stand side by side with no gap between them. Nobody may pass. Whoever knocks down the
    last pin wins, so there are no draws.
    """

    pins: int = Parameter(9, at_least=1, at_most=24)
    ball: str = Reading(
        "kayles",
        "dawson",
        says="a ball knocks down pins",
        kayles="one pin, or two that stand side by side",
        dawson="a pin together with its standing neighbours (Dawson's chess)",
    )
    last: str = Reading(
        "wins",
        "loses",
        says="the last pin",
        wins="whoever knocks it down wins",
        loses="whoever knocks it down loses (misère)",
    )

    def setup(self) -> None:
        self.players = Players("First", "Second")
        self.row = Range(1, self.pins)
        self.sizes = Range(1, 2)
        self.standing = Subset(self.row, start=self.row)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "choose a pin, and whether its right neighbour falls too"

    @move(pin="row", size="sizes")
    def bowl(self, pin: int, size: int) -> None:
        require(pin in self.standing, "the pin is down")
        if self.ball == "dawson":
            require(size == 1, "a pin falls with both its neighbours")
            self.standing -= {p for p in self.row if abs(p - pin) <= 1}
        else:
            require(size == 1 or pin + 1 in self.standing, "no pin stands to its right")
            self.standing -= {p for p in self.row if pin <= p < pin + size}
        self.turn = self.turn.next

    def result(self) -> Result | None:
        if self.standing:
            return None
        return Win(self.turn.previous if self.last == "wins" else self.turn)

    @step
    def few_pins_fall(self, before: "Kayles") -> bool:
        fallen = before.standing - self.standing
        return self.standing <= before.standing and 1 <= len(fallen) <= 3

    every_game_ends = terminates()
