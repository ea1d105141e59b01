# An edge is written with three letters.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Graph("abc", ["abc"])
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(True)
        self.turn = self.turn.next

    def result(self):
        return None
