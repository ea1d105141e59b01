# A decorator names something that is no domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.size = 2
        self.turn = Turn(self.players)

    @move(cell="size")
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
