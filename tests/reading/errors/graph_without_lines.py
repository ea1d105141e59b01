# Lines are asked of a graph that knows nothing of them.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Graph("abc", ["ab", "bc"])
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(any(cell in line for line in self.cells.lines(3)))
        self.turn = self.turn.next

    def result(self):
        return None
