# A pair is used as a cell and lies off the board.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.king = One(self.cells)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.king = (self.king.row + 1, self.king.column)

    def result(self):
        return None
