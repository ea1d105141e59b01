# A rule yields from a collection.
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
        yield from self.cells

    def result(self):
        return None
