# A number is given a name as if it were a set.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.dominoes = Domain(a=1)
        self.turn = Turn(self.players)

    @move(domino="dominoes")
    def play(self, domino):
        self.turn = self.turn.next

    def result(self):
        return None
