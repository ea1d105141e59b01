# A grid's method is misspelt.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.cells.colum(0))
        self.turn = self.turn.next

    def result(self):
        return None
