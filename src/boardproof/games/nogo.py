"""NoGo: place stones so that every chain keeps a liberty; after J. Moore (2005)."""

from boardproof.rules import *


class Nogo(Game):
    """No move may take or be taken; whoever cannot move loses.

    The board has 3 rows and 3 columns by default and is empty at the start; Black begins. A move
    places a stone of your colour on a free cell, and stones never move. Stones of one colour that
    touch along sides make a chain, and after a move every chain of either colour must still have a
    free cell beside it. Whoever cannot move loses, so there are no draws.
    """

    rows: int = Parameter(3, at_least=1, at_most=5)
    columns: int = Parameter(3, at_least=2, at_most=5)

    def setup(self) -> None:
        self.players = Players("Black", "White")
        self.cells = Grid(self.rows, self.columns)
        self.stone = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "place a stone that takes nothing"

    def breathing(self, player: Player, placed: Cell, mover: Player) -> bool:
        """Whether every chain of a player has a liberty once the mover has placed a stone."""
        mine = {
            c for c in self.cells if self.stone[c] == player or (c == placed and player == mover)
        }
        free = {c for c in self.cells if self.stone[c] is None and c != placed}
        by_free = {c for c in mine if any(n in free for n in c.neighbours)}
        return self.cells.reach(by_free, within=mine) == mine

    @move(cell="cells")
    def place(self, cell: Cell) -> None:
        require(self.stone[cell] is None, "the cell is taken")
        require(self.breathing(self.turn, cell, self.turn), "your stone would have no liberty")
        require(self.breathing(self.turn.next, cell, self.turn), "it would take stones")
        self.stone[cell] = self.turn
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @forbidden(cell="cells")
    def taken(self, cell: Cell) -> bool:
        """Every chain has a liberty."""
        chain = {c for c in self.cells if self.stone[c] == self.stone[cell]}
        reached = self.cells.reach(cell, within=chain)
        return self.stone[cell] is not None and not any(
            self.stone[n] is None for c in reached for n in c.neighbours
        )

    every_game_ends = terminates()
