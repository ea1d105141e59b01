# A count has more values than can be listed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 1_000_000_000)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left -= 1

    def result(self):
        return None
