# A value is tested, then changed, then used.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.king = One(self.cells | None)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.king is not None)
        self.king = self.king.up
        self.king = self.king.up

    def result(self):
        return None
