# A set is assigned where one element is needed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.king = One(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.king = {cell}

    def result(self):
        return None
