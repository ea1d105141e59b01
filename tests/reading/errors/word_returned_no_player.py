# A rule that returns players names one who does not play.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.other() != self.turn)
        self.turn = self.turn.next

    def other(self):
        if self.turn == "A":
            return self.turn.next
        return "C"

    def result(self):
        return None
