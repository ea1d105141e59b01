# A move's argument has no domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
