# A rule yields its answers one by one.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.free())
        self.turn = self.turn.next

    def free(self):
        for cell in self.cells:
            yield cell

    def result(self):
        return None
