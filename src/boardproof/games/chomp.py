"""Chomp: bite a bar of chocolate whose last square is poisoned; after D. Gale (1974)."""

from boardproof.rules import *


class Chomp(Game):
    """Bite off a square and all below and right of it; whoever eats the first square loses.

    The bar of chocolate has 3 rows and 4 columns by default, and its top left square is poisoned.
    The players take turns; a move chooses any square that is left and eats it together with every
    square that is no higher and no further to the left. The poisoned square may be chosen too, but
    whoever eats it loses, and then the bar is gone. There are no draws.
    """

    rows: int = Parameter(3, at_least=1, at_most=8)
    columns: int = Parameter(4, at_least=1, at_most=10)

    def setup(self) -> None:
        self.players = Players("First", "Second")
        self.bar = Grid(self.rows, self.columns)
        self.poison = self.bar.at(0, 0)
        self.left = Subset(self.bar, start=self.bar)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "choose a square to bite"

    @move(square="bar")
    def bite(self, square: Cell) -> None:
        require(square in self.left, "it is eaten already")
        self.left -= {s for s in self.bar if s.row >= square.row and s.column >= square.column}
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Win(self.turn) if not self.left else None

    @forbidden(square="bar")
    def hole(self, square: Cell) -> bool:
        """What is left of or above a square that is left is left too."""
        left, up = square.left, square.up
        return square in self.left and not (
            (left is None or left in self.left) and (up is None or up in self.left)
        )

    @preserved
    def staircase(self) -> bool:
        return self.wellformed()

    @step
    def something_is_eaten(self, before: "Chomp") -> bool:
        return self.left < before.left

    every_game_ends = terminates()
    #: If biting off the last corner loses, its answer could have been played at once.
    first_wins = force("First", eventually("First wins"))
