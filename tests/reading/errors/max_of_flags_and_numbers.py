# The greater of a flag and a number is asked for.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3)
        self.go = Flag()
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = max(self.left, self.go)

    def result(self):
        return None
