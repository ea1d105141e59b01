# A local name has a value on one way only.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        if cell.up is None:
            player = self.turn.next
        self.turn = player

    def result(self):
        return None
