# A predicate returns a number.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    @predicate
    def size(self):
        return len(self.cells)

    def result(self):
        return None
