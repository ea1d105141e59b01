# A rule assigns to a derived value.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.free = self.free - {cell}

    @derived
    def free(self):
        return self.cells - self.taken

    def result(self):
        return None
