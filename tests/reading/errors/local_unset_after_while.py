# A local name gets its value in a loop that may not run.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        while self.left > 0:
            last = self.left
            self.left -= 1
        require(last == 1)

    def result(self):
        return None
