# A comprehension's name is used after it.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(any(c not in self.taken for c in self.cells))
        self.taken |= {c}

    def result(self):
        return None
