# A loop counts down past zero and nothing stops it.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        n = 3
        while n != self.left + 5:
            n -= 1

    def result(self):
        return None
