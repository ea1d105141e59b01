# Sets over two domains are compared.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.other = Grid(3, 3)
        self.taken = Subset(self.cells)
        self.seen = Subset(self.other)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.taken == self.seen)
        self.turn = self.turn.next

    def result(self):
        return None
