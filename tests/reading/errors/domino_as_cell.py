# A set of cells is used where one cell is needed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.dominoes = Domain(*[frozenset({a, a.right}) for a in self.cells.column(0)])
        self.at = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(domino="dominoes")
    def play(self, domino):
        self.at[domino] = self.turn
        self.turn = self.turn.next

    def result(self):
        return None
