"""Clobber: step onto an enemy beside you; after Albert, Grossman, Nowakowski and Wolfe (2001)."""

from boardproof.rules import *


class Clobber(Game):
    """Take an enemy beside one of your stones by stepping onto it; whoever cannot loses.

    White and black stones fill the board like a chequerboard, 3 rows and 4 columns by default, and
    White begins. A move carries one of your stones one cell up, down, left or right onto an enemy
    stone, which leaves the board. There are no other moves, and nobody may pass. Whoever cannot
    move loses, so there are no draws.
    """

    rows: int = Parameter(3, at_least=1, at_most=6)
    columns: int = Parameter(4, at_least=2, at_most=6)

    def setup(self) -> None:
        self.players = Players("White", "Black")
        white, black = self.players
        self.cells = Grid(self.rows, self.columns)
        self.stone = Map(
            self.cells,
            self.players | None,
            start=lambda cell: black if (cell.row + cell.column) % 2 else white,
        )
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "step onto an enemy"

    @move(source="cells", target="source.neighbours")
    def take(self, source: Cell, target: Cell) -> None:
        require(self.stone[source] == self.turn, "no stone of yours is there")
        require(self.stone[target] == self.turn.next, "no enemy is there")
        self.stone[source], self.stone[target] = None, self.turn
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    def stones(self) -> int:
        return sum(self.stone[cell] is not None for cell in self.cells)

    @step
    def one_stone_goes(self, before: "Clobber") -> bool:
        return self.stones() == before.stones() - 1

    every_game_ends = terminates()
