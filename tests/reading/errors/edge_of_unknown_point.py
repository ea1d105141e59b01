# An edge names a point that the graph does not have.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Graph("abc", ["ab", "ad"])
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(True)
        self.turn = self.turn.next

    def result(self):
        return None
