# The second of two arguments has no domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell, player):
        self.turn = self.turn.next

    def result(self):
        return None
