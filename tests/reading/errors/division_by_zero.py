# A divisor may be zero.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 12)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = 12 // self.left

    def result(self):
        return None
