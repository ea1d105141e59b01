# A decorator gets a domain itself, not its name.
from boardproof.rules import *

CELLS = Grid(2, 2)


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move(cell=CELLS)
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
