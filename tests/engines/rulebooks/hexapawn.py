"""Hexapawn, and Breakthrough: pawns that step forward and take askew."""

from boardproof.rules import Game, Grid, Map, Parameter, Players, Turn, Win, move, require


class Hexapawn(Game):
    """Reach the far row, or leave the other without a move."""

    rows: int = Parameter(3, at_least=3, at_most=7)
    columns: int = Parameter(3, at_least=1, at_most=5)
    ranks: int = Parameter(1, at_least=1, at_most=2)

    def setup(self):
        self.players = Players("White", "Black")
        self.cells = Grid(self.rows, self.columns)
        white, black = self.players
        self.ahead = {white: -1, black: 1}
        ways = [(row, column) for row in (-1, 1) for column in (-1, 0, 1)]
        self.near = {a: [b for way in ways if (b := a.step(*way)) is not None] for a in self.cells}
        self.goal = {white: 0, black: self.rows - 1}
        first, last = self.ranks, self.rows - self.ranks
        self.at = Map(
            self.cells,
            self.players | None,
            start=lambda cell: black if cell.row < first else white if cell.row >= last else None,
        )
        self.turn = Turn(self.players)

    def may_go(self, player, source, target):
        if target.row != source.row + self.ahead[player]:
            return False
        if target.column == source.column:
            return self.at[target] is None
        return self.at[target] != player if self.ranks == 2 else self.at[target] == player.next

    @move(source="cells", target="near[source]")
    def go(self, source, target):
        require(self.at[source] == self.turn, "no pawn of yours is there")
        require(self.may_go(self.turn, source, target), "it cannot go there")
        self.at[source] = None
        self.at[target] = self.turn
        self.turn = self.turn.next

    def result(self):
        other = self.turn.next
        if any(self.at[cell] == other for cell in self.cells if cell.row == self.goal[other]):
            return Win(other)
        return None

    def stuck(self):
        return Win(self.turn.previous)
