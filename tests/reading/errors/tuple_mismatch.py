# A pair is taken apart into three.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        row, column, depth = cell
        require(row == column)
        self.turn = self.turn.next

    def result(self):
        return None
