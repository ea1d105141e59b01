# A grid's method is named and not called.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(len(self.cells.row) > 0)
        self.turn = self.turn.next

    def result(self):
        return None
