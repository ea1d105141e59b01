# A rule calls a function of Python's that is not for rules.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(isinstance(cell, tuple))
        self.turn = self.turn.next

    def result(self):
        return None
