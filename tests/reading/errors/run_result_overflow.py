# The rule that goes wrong is a result.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3)
        self.after = {0: 1, 1: 2}
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left += 1

    def result(self):
        return Win(self.turn) if self.after[self.left] == 9 else None
