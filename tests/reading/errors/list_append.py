# A rule appends to a list.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.line = []
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.line.append(cell)

    def result(self):
        return None
