"""The sliding puzzle of one player: one tile after another into the gap."""

from boardproof.rules import Game, Grid, Map, Parameter, Players, Range, Turn, Win, move, require


class Sliding(Game):
    """Bring the tiles into their order."""

    rows: int = Parameter(2, at_least=2, at_most=3)
    columns: int = Parameter(3, at_least=2, at_most=3)

    def setup(self):
        self.players = Players("Solver")
        self.cells = Grid(self.rows, self.columns)
        last = self.rows * self.columns - 1
        self.home = {cell: i for i, cell in enumerate(self.cells)}
        self.tile = Map(self.cells, Range(0, last), start=lambda cell: last - self.home[cell])
        self.turn = Turn(self.players)

    @move(cell="cells")
    def slide(self, cell):
        require(any(self.tile[other] == 0 for other in cell.neighbours), "the gap is not beside it")
        moved = self.tile[cell]
        for other in self.cells:
            if self.tile[other] == 0:
                self.tile[other] = moved
        self.tile[cell] = 0

    def result(self):
        if all(self.tile[cell] == self.home[cell] for cell in self.cells):
            return Win(self.players.Solver)
        return None
