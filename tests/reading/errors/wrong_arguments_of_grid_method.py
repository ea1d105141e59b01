# A grid's method gets too many arguments.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.cells.row(0, 1))
        self.turn = self.turn.next

    def result(self):
        return None
