# A rule changes a cell.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        cell.row = 0

    def result(self):
        return None
