# A player is looked for among words that name nobody.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.turn in ("A", "C"))
        self.turn = self.turn.next

    def result(self):
        return None
