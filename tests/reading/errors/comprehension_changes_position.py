# A comprehension calls a rule that changes the position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(any(self.take(c) for c in self.cells))

    def take(self, cell):
        self.taken |= {cell}
        return True

    def result(self):
        return None
