# The place to start from may be off the board.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.cells.reach(cell.up, within=self.taken))
        self.turn = self.turn.next

    def result(self):
        return None
