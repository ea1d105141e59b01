"""Breakthrough: two ranks of pawns, and whoever gets through wins; after D. Troyka (2000)."""

from boardproof.rules import *


class Breakthrough(Game):
    """Step forward, take askew; reach the far row or take all.

    The board has 4 rows and 4 columns by default, and pawns fill the two rows nearest to each
    player: White's at the bottom, Black's at the top. White begins. A pawn goes one row forward:
    straight ahead to a free cell, or diagonally to a free cell or onto an enemy, which is taken.
    Whoever brings a pawn to the far row or takes the last enemy wins. There is always a move, and
    never a draw.
    """

    rows: int = Parameter(4, at_least=3, at_most=8)
    columns: int = Parameter(4, at_least=2, at_most=8)
    ranks: int = Parameter(2, at_least=1, at_most=2)

    def setup(self) -> None:
        self.players = Players("White", "Black")
        white, black = self.players
        self.cells = Grid(self.rows, self.columns, bottom_up=True)
        self.ahead = {white: 1, black: -1}
        self.goal = {white: self.rows - 1, black: 0}
        self.steps: Domain[tuple[Cell, Cell]] = Domain(
            *(
                (a, b)
                for a in self.cells
                for b in self.cells
                if abs(a.row - b.row) == 1 and abs(a.column - b.column) <= 1
            )
        )
        self.pawn = Map(self.cells, self.players | None, start=self.owner_at_start)
        self.turn = Turn(self.players)

    def owner_at_start(self, cell: Cell) -> Player | None:
        if cell.row < self.ranks:
            return self.players.White
        return self.players.Black if cell.row >= self.rows - self.ranks else None

    def expected(self) -> str:
        return "move a pawn"

    @move(step="steps")
    def go(self, step: tuple[Cell, Cell]) -> None:
        source, target = step
        require(self.pawn[source] == self.turn, "no pawn of yours is there")
        require(target.row == source.row + self.ahead[self.turn], "pawns go forward")
        if source.column == target.column:
            require(self.pawn[target] is None, "pawns take askew only")
        require(self.pawn[target] != self.turn, "a pawn of yours is there")
        self.pawn[source] = None
        self.pawn[target] = self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def through(self, player: Player) -> bool:
        return any(
            self.pawn[cell] == player for cell in self.cells if cell.row == self.goal[player]
        )

    def pawns(self, player: Player) -> int:
        return sum(self.pawn[cell] == player for cell in self.cells)

    def result(self) -> Result | None:
        mover = self.turn.previous
        return Win(mover) if self.through(mover) or self.pawns(self.turn) == 0 else None

    def evaluation(self, player: Player) -> int:
        return self.pawns(player) - self.pawns(player.next)

    @never
    def both_through(self) -> bool:
        return all(self.through(player) for player in self.players)

    every_game_ends = terminates()
