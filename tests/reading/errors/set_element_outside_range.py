# A set of numbers gets one outside its range.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.used = Subset(Range(0, 3))
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.used |= {9}

    def result(self):
        return None
