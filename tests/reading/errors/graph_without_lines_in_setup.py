# Lines are asked of a graph in setup.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Graph("abc", ["ab", "bc"])
        self.rows = self.cells.lines(3)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(True)
        self.turn = self.turn.next

    def result(self):
        return None
