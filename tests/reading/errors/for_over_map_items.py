# A loop runs over a map's items.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move
    def play(self):
        for c, p in self.mark.items():
            self.turn = self.turn.next

    def result(self):
        return None
