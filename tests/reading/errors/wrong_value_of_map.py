# A map gets a value that is not among its values.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.mark[cell] = cell

    def result(self):
        return None
