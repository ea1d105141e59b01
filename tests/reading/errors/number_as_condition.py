# A number stands where a condition is needed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        if self.left:
            self.left -= 1

    def result(self):
        return None
