"""Hexapawn: two rows of pawns that step forward and take askew; after M. Gardner (1962)."""

from boardproof.rules import *


class Hexapawn(Game):
    """Bring a pawn to the far row, or leave the other player without a move.

    The board has 3 rows and 3 columns by default; White's pawns fill the bottom row and Black's the
    top row, and White begins. A pawn goes one cell straight ahead if that cell is free, or takes an
    enemy one cell diagonally ahead by moving onto it. Whoever brings a pawn to the far row wins.
    Whoever cannot move loses, so there are no draws.
    """

    rows: int = Parameter(3, at_least=3, at_most=8)
    columns: int = Parameter(3, at_least=1, at_most=8)

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
        start = {0: white, self.rows - 1: black}
        self.pawn = Map(self.cells, self.players | None, start=lambda cell: start.get(cell.row))
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "move a pawn"

    @move(step="steps")
    def go(self, step: tuple[Cell, Cell]) -> None:
        source, target = step
        require(self.pawn[source] == self.turn, "no pawn of yours is there")
        require(target.row == source.row + self.ahead[self.turn], "pawns go forward")
        if source.column == target.column:
            require(self.pawn[target] is None, "the way is barred")
        else:
            require(self.pawn[target] == self.turn.next, "there is nothing to take")
        self.pawn[source] = None
        self.pawn[target] = self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def through(self, player: Player) -> bool:
        return any(
            self.pawn[cell] == player for cell in self.cells if cell.row == self.goal[player]
        )

    def result(self) -> Result | None:
        return Win(self.turn.previous) if self.through(self.turn.previous) else None

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    def pawns(self, player: Player) -> int:
        return sum(self.pawn[cell] == player for cell in self.cells)

    def evaluation(self, player: Player) -> int:
        return self.pawns(player) - self.pawns(player.next)

    @always(player="players")
    def no_more_than_a_row(self, player: Player) -> bool:
        return self.pawns(player) <= self.columns

    every_game_ends = terminates()
