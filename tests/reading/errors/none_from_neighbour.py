# A neighbour that may be None is assigned.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.king = One(self.cells)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.king = self.king.up

    def result(self):
        return None
