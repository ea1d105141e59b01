# Edges are asked of a domain that is no board.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Edges(Range(1, 4))
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(True)
        self.turn = self.turn.next

    def result(self):
        return None
