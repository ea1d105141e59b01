# A constant is called.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.corners = {(0, 0), (1, 1)}
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.corners())
        self.turn = self.turn.next

    def result(self):
        return None
