# A rule compares where it should require.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        cell not in self.taken
        self.taken |= {cell}

    def result(self):
        return None
