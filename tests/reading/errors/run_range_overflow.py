# A number leaves its range after some moves.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left += 1

    def result(self):
        return None
