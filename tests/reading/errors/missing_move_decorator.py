# The move lacks its decorator.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
