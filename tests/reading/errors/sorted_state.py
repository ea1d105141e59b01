# A set of the position is sorted.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move
    def play(self):
        for c in sorted(self.taken):
            self.turn = self.turn.next

    def result(self):
        return None
