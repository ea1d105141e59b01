"""A small rulebook for the examples in docstrings; games to play are in `boardproof.games`."""

from boardproof.rules import (
    Cell,
    Draw,
    Game,
    Grid,
    Map,
    Parameter,
    Player,
    Players,
    Result,
    Turn,
    Win,
    move,
    predicate,
    require,
)


class Diagonals(Game):
    """Mark the cells of a square in turn; whoever fills a diagonal wins."""

    size: int = Parameter(2, at_least=1, at_most=8)

    def setup(self) -> None:
        """Build the square, empty."""
        last = self.size - 1
        self.players = Players("A", "B")
        self.cells = Grid(self.size, self.size)
        self.diagonals = [
            [self.cells[i, i] for i in self.cells.rows],
            [self.cells[i, last - i] for i in self.cells.rows],
        ]
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell: Cell) -> None:
        """Mark a free cell."""
        require(self.mark[cell] is None, "the cell is taken")
        self.mark[cell] = self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def fills(self, player: Player) -> bool:
        """The player has a whole diagonal."""
        return any(all(self.mark[cell] == player for cell in line) for line in self.diagonals)

    @predicate
    def full(self) -> bool:
        """No cell is free."""
        return all(self.mark[cell] is not None for cell in self.cells)

    def result(self) -> Result | None:
        """Return the winner's win, a draw when the board is full, None otherwise."""
        for player in self.players:
            if self.fills(player):
                return Win(player)
        return Draw() if self.full() else None
