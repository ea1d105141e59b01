# The greatest cell is asked for.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(max(c for c in self.cells) == cell)
        self.turn = self.turn.next

    def result(self):
        return None
