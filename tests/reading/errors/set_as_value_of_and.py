# A set is kept by `and` as Python does.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        found = cell not in self.taken and self.taken
        require(found)
        self.taken |= {cell}

    def result(self):
        return None
