# A value is computed by Python's own property.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.free)
        self.taken |= {cell}

    @property
    def free(self):
        return self.cells - self.taken

    def result(self):
        return None
