# An argument ranges over a single cell.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(source="cells", target="source.next")
    def play(self, source, target):
        self.turn = self.turn.next

    def result(self):
        return None
