# A loop runs over a map.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move
    def play(self):
        for c in self.mark:
            self.turn = self.turn.next

    def result(self):
        return None
