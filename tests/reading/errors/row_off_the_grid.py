# A row is asked for that the grid has not.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.cells.row(7))
        self.turn = self.turn.next

    def result(self):
        return None
