# A number is given a pattern.
from boardproof.rules import *


class Wrong(Game):
    size: int = Parameter(3, matches="[0-9]")

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
