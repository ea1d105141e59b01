# A number that may be None is added to.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = One(Range(0, 3) | None)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = self.left + 1

    def result(self):
        return None
