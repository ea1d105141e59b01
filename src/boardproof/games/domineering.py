"""Domineering and Cram: lay dominoes until one player cannot; after G. Andersson, M. Gardner."""

from boardproof.rules import *


class Domineering(Game):
    """Lay a domino on two free cells; whoever cannot loses.

    The board has 4 rows and 4 columns by default and is empty at the start. The players take turns
    to lay a domino on two free neighbouring cells: Vertical, who begins, lays it upright,
    Horizontal flat. Dominoes stay where they are. Whoever cannot lay one loses, so there are no
    draws.
    """

    rows: int = Parameter(4, at_least=2, at_most=8)
    columns: int = Parameter(4, at_least=1, at_most=8)
    dominoes_lie: str = Reading(
        "own_way",
        "any_way",
        says="a player lays a domino",
        own_way="Vertical upright only, Horizontal flat only (Domineering)",
        any_way="either way (Cram)",
    )
    last: str = Reading(
        "wins",
        "loses",
        says="the last domino",
        wins="whoever lays it wins",
        loses="whoever lays it loses (misère)",
    )

    def setup(self) -> None:
        self.players = Players("Vertical", "Horizontal")
        self.cells = Grid(self.rows, self.columns)
        self.dominoes: Domain[tuple[Cell, Cell]] = Domain(
            *(
                (cell, other)
                for cell in self.cells
                for other in (cell.right, cell.down)
                if other is not None
            )
        )
        self.covered = Subset(self.cells)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "lay a domino"

    @move(domino="dominoes")
    def lay(self, domino: tuple[Cell, Cell]) -> None:
        cell, other = domino
        if self.dominoes_lie == "own_way":
            upright = cell.column == other.column
            require(upright == (self.turn == self.players.Vertical), "it lies the other way")
        require(cell not in self.covered and other not in self.covered, "a cell is covered")
        self.covered |= {cell, other}
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous if self.last == "wins" else self.turn)

    @step
    def two_cells_are_covered(self, before: "Domineering") -> bool:
        return before.covered <= self.covered and len(self.covered - before.covered) == 2

    every_game_ends = terminates()
