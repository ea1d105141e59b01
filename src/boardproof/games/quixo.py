"""Quixo: take a cube from the border and push it back in; after T. Chapeau (1995)."""

from boardproof.rules import *


class Quixo(Game):
    """Push a blank or own cube back into its row or column; a full line of a mark wins.

    The cubes lie in a square, 3×3 by default, and all are blank at the start; X begins. A move
    takes a cube from the border that is blank or shows your mark, turns it to your mark and pushes
    it in at another end of the row or column it came from; the cubes between move along to fill the
    gap. A full row, column or diagonal of one mark ends the game and wins for its owner, whoever
    made it. If both marks have a line at once, the player who made the move loses; a game that
    never ends is a draw.
    """

    size: int = Parameter(3, at_least=2, at_most=5)

    def setup(self) -> None:
        self.players = Players("X", "O")
        self.cells = Grid(self.size, self.size)
        self.ends: Domain[str] = Domain("top", "bottom", "left", "right")
        self.lines = self.cells.lines(self.size)
        self.border = frozenset(cell for cell in self.cells if len(cell.neighbours) < 4)
        #: The cells a cube passes on its way back to its own: from the end where it comes in.
        self.way = {cell: {end: self.way_in(cell, end) for end in self.ends} for cell in self.cells}
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    def way_in(self, cell: Cell, end: str) -> list[Cell]:
        """Return the cells from the end of a row or column to a cell, both included."""
        row, column = cell
        if end in ("top", "left"):
            way = [(r, column) for r in range(row + 1)], [(row, c) for c in range(column + 1)]
        else:
            back = range(self.size - 1, -1, -1)
            way = [(r, column) for r in back if r >= row], [(row, c) for c in back if c >= column]
        return [self.cells[place] for place in way[end in ("left", "right")]]

    def expected(self) -> str:
        return "choose a cube of the border, and the end at which it is pushed in"

    @move(cell="cells", end="ends")
    def push(self, cell: Cell, end: str) -> None:
        require(cell in self.border, "only cubes of the border are taken")
        require(self.mark[cell] != self.turn.next, "the cube shows the other player's mark")
        require(len(self.way[cell][end]) > 1, "it would go back where it was")
        pushed: Player | None = self.turn
        for place in self.way[cell][end]:
            passed = self.mark[place]
            self.mark[place] = pushed
            pushed = passed
        self.turn = self.turn.next

    @predicate(player="players")
    def lined(self, player: Player) -> bool:
        return any(all(self.mark[cell] == player for cell in line) for line in self.lines)

    def result(self) -> Result | None:
        """A line made for the other player counts for the other, even beside an own one."""
        for player in (self.turn, self.turn.previous):
            if self.lined(player):
                return Win(player)
        return None

    def marked(self) -> int:
        return sum(self.mark[cell] is not None for cell in self.cells)

    @step
    def blanks_go(self, before: "Quixo") -> bool:
        """A blank cube never comes back."""
        return before.marked() <= self.marked() <= before.marked() + 1
