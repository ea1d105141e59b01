# A constant list is asked for an item beyond its end.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.line = self.cells.row(0)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell == self.line[5])
        self.turn = self.turn.next

    def result(self):
        return None
