# The least of nothing is asked for in a reachable position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.taken |= {cell}
        self.left = min(c.row for c in self.cells if c not in self.taken)

    def result(self):
        return None
