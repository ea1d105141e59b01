# One set of cells has two names.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.dominoes = Domain(a={self.cells[0, 0]}, b={self.cells[0, 0]})
        self.turn = Turn(self.players)

    @move(domino="dominoes")
    def play(self, domino):
        self.turn = self.turn.next

    def result(self):
        return None
