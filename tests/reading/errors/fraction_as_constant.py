# A constant is a number with a point.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.half = 8 / 2
        self.left = Count(0, 8, start=8)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.left > self.half)
        self.left -= 1

    def result(self):
        return None
