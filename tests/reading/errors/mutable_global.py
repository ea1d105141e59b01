# A rule reads a global that can change.
from boardproof.rules import *

CORNERS = [(0, 0), (1, 1)]


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in CORNERS)
        self.turn = self.turn.next

    def result(self):
        return None
