# A rule between two comparisons changes the position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(0 < self.count() < 3)

    def count(self):
        self.left = 1
        return 1

    def result(self):
        return None
