# Sets over two domains are joined.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.other = Grid(3, 3)
        self.taken = Subset(self.cells)
        self.seen = Subset(self.other)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.taken = self.taken | self.seen

    def result(self):
        return None
