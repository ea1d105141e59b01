# A rule shifts bits.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 8)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = 1 << self.left

    def result(self):
        return None
