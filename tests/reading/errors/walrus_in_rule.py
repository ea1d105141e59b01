# A rule assigns inside a condition.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        if (after := cell.right) is not None:
            self.turn = self.turn.next

    def result(self):
        return None
