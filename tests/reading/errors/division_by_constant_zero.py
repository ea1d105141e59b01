# A number is divided by zero.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 12)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = self.left // 0

    def result(self):
        return None
