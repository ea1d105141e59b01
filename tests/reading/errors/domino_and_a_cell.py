# A cell is taken away from a set of cells.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.dominoes = Domain(*[frozenset({a, a.right}) for a in self.cells.column(0)])
        self.turn = Turn(self.players)

    @move(domino="dominoes")
    def play(self, domino):
        rest = domino - self.cells[0, 0]
        self.turn = self.turn.next

    def result(self):
        return None
