# The pattern of a text is none.
from boardproof.rules import *


class Wrong(Game):
    word: str = Parameter("x", matches="[")

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
