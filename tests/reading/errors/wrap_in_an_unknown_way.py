# A grid wraps in some other way.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2, wrap="sideways")
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(True)
        self.turn = self.turn.next

    def result(self):
        return None
