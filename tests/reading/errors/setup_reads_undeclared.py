# setup reads what it has not built yet.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cell, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
