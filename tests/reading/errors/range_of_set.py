# A range is made of a set.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move
    def play(self):
        for n in range(self.taken):
            self.turn = self.turn.next

    def result(self):
        return None
