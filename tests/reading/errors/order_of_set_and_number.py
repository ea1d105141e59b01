# A set is compared with a number by order.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.taken > 2)
        self.turn = self.turn.next

    def result(self):
        return None
