"""Col and Snort: colour a map so that neighbours differ, or agree; after C. Vout and S. Norton."""

from boardproof.rules import *


class Col(Game):
    """Colour a free cell; whoever cannot loses.

    The board has 3 rows and 3 columns by default and is empty at the start. Red and Blue take
    turns, Red first, and each colours a free cell in their own colour. No two cells that share a
    side may have the same colour. Whoever cannot colour a cell loses, so there are no draws.
    """

    rows: int = Parameter(3, at_least=1, at_most=5)
    columns: int = Parameter(3, at_least=1, at_most=5)
    neighbours: str = Reading(
        "differ",
        "agree",
        says="neighbouring regions",
        differ="may not have the same colour (Col)",
        agree="may not have different colours (Snort)",
    )

    def setup(self) -> None:
        self.players = Players("Red", "Blue", colours=("red", "blue"))
        self.cells = Grid(self.rows, self.columns)
        self.colour = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "colour a cell"

    @move(cell="cells")
    def paint(self, cell: Cell) -> None:
        require(self.colour[cell] is None, "the cell is coloured")
        barred = self.turn if self.neighbours == "differ" else self.turn.next
        require(all(self.colour[n] != barred for n in cell.neighbours), "a neighbour bars it")
        self.colour[cell] = self.turn
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @forbidden(cell="cells")
    def clash(self, cell: Cell) -> bool:
        """No two neighbours clash."""
        mine = self.colour[cell]
        if mine is None:
            return False
        barred = mine if self.neighbours == "differ" else mine.next
        return any(self.colour[n] == barred for n in cell.neighbours)

    @preserved
    def a_fair_map(self) -> bool:
        return self.wellformed()

    every_game_ends = terminates()
