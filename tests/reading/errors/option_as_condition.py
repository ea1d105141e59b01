# A value that may be None stands where a condition is needed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(not self.mark[cell])
        self.mark[cell] = self.turn

    def result(self):
        return None
