# The places of a ring have a next and a previous one.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Ring(6)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(len(cell.neighbours) > 1)
        self.turn = self.turn.next

    def result(self):
        return None
