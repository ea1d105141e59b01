# A map gets a word that is no player.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.mark[cell] = "X"

    def result(self):
        return None
