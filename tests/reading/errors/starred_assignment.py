# A rule takes a list apart with a star.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        first, *others = self.cells
        self.taken |= {first}

    def result(self):
        return None
