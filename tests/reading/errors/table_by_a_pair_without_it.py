# A table is looked up by a pair that it cannot have.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.between = {(a, b): a for a in self.cells for b in a.neighbours}
        self.turn = Turn(self.players)

    @move(cell="cells", player="players")
    def play(self, cell, player):
        require(self.between[cell, player] == cell)
        self.turn = self.turn.next

    def result(self):
        return None
