# A map is read at a key of another domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.mark[self.turn] is None)
        self.mark[cell] = self.turn

    def result(self):
        return None
