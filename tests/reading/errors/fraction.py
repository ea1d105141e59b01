# A rule has a number with a point.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 8, start=8)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.left > 2.5)
        self.left -= 1

    def result(self):
        return None
