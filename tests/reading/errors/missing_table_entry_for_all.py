# A constant table has none of the keys it is asked for.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.weight = {(5, 5): 1}
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.weight[cell] > 0)
        self.turn = self.turn.next

    def result(self):
        return None
