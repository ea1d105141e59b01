"""Clobber: pieces that take their neighbours, by moves from a cell to a cell."""

from boardproof.rules import Game, Grid, Map, Parameter, Players, Turn, Win, move, require


class Clobber(Game):
    """Step onto an enemy beside you and take it; whoever cannot loses."""

    rows: int = Parameter(3, at_least=1, at_most=5)
    columns: int = Parameter(4, at_least=1, at_most=6)

    def setup(self):
        self.players = Players("White", "Black")
        self.cells = Grid(self.rows, self.columns)
        seats = self.players.elements
        self.at = Map(
            self.cells,
            self.players | None,
            start=lambda cell: seats[(cell.row + cell.column) % 2],
        )
        self.turn = Turn(self.players)

    @move(source="cells", target="source.neighbours")
    def take(self, source, target):
        require(self.at[source] == self.turn, "no piece of yours is there")
        require(self.at[target] == self.turn.next, "there is nothing to take")
        self.at[source] = None
        self.at[target] = self.turn
        self.turn = self.turn.next

    def stuck(self):
        return Win(self.turn.previous)
