# A local name has values of different kinds on two ways.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        if self.turn == 'A':
            what = cell
        else:
            what = self.turn
        self.turn = what

    def result(self):
        return None
