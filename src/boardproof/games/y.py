"""Y: one chain to all three sides of a triangle; after C. Titus and C. Schensted (1953)."""

from boardproof.rules import *


class Y(Game):
    """Whoever has one chain of stones that touches all three sides wins.

    The board is a triangle of hexagons, three along each side by default, and empty at the start.
    The players take turns to place a stone on a free cell, and stones never move. A chain is made
    of neighbouring stones of one player; the first to touch all three sides wins, and a corner
    belongs to both its sides. A full board always has such a chain, so there are no draws.
    """

    side: int = Parameter(3, at_least=1, at_most=9)

    def setup(self) -> None:
        self.players = Players("First", "Second", colours=("red", "blue"))
        self.cells = Triangle(self.side)
        self.stone = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "place a stone"

    @move(cell="cells")
    def place(self, cell: Cell) -> None:
        require(self.stone[cell] is None, "the cell is taken")
        self.stone[cell] = self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def joined(self, player: Player) -> bool:
        mine = {cell for cell in self.cells if self.stone[cell] == player}
        both = self.cells.reach(self.cells.left, mine) & self.cells.reach(self.cells.right, mine)
        return self.cells.connected(both, self.cells.bottom, mine)

    def result(self) -> Result | None:
        return Win(self.turn.previous) if self.joined(self.turn.previous) else None

    @never
    def both_joined(self) -> bool:
        return all(self.joined(player) for player in self.players)

    @never
    def drawn(self) -> bool:
        """A full board always has a Y."""
        full = all(self.stone[cell] is not None for cell in self.cells)
        return full and self.result() is None

    every_game_ends = terminates()
