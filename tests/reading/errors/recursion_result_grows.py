# The number a rule returns grows from call to call.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.depth(cell) > 0)
        self.turn = self.turn.next

    def depth(self, cell):
        if cell.up is None:
            return 0
        return self.depth(cell.up) + 1

    def result(self):
        return None
