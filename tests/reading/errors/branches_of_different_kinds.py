# The two sides of a conditional are of different kinds.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        what = cell if self.turn == 'A' else self.turn
        self.turn = self.turn.next

    def result(self):
        return None
