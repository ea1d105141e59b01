# A count has its bounds the wrong way round.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(20, 0)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left -= 1

    def result(self):
        return None
