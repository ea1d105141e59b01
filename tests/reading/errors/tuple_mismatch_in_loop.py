# A loop takes cells apart into three.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(any(row == n for row, column, n in self.cells))
        self.turn = self.turn.next

    def result(self):
        return None
