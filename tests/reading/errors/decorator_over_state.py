# A decorator names a state variable as the domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="taken")
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
