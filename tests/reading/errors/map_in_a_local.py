# A whole map is kept in a local name.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        before = self.mark
        self.mark[cell] = before[cell]

    def result(self):
        return None
