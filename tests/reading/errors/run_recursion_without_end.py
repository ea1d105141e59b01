# A rule calls itself without end on a reachable position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.king = One(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.king = cell
        self.walk(cell)

    def walk(self, cell):
        if cell.right is not None:
            self.walk(cell.right)
        elif cell.up is not None:
            self.walk(cell)

    def result(self):
        return None
