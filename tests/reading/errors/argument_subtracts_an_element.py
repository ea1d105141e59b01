# One element is taken away where a set is needed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(source="cells", target="cells - source")
    def play(self, source, target):
        self.turn = self.turn.next

    def result(self):
        return None
