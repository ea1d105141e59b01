# A value is tested, then changed by another rule, then used.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.king = One(self.cells | None)
        self.seen = Subset(self.cells)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.king is not None)
        self.step()
        self.seen |= {self.king}

    def step(self):
        self.king = None

    def result(self):
        return None
