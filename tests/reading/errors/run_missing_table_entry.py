# A table lacks the entry for a reachable position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.after = {0: 1, 1: 2}
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = self.after[self.left]

    def result(self):
        return None
