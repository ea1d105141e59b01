# A rule writes a plus sign before a number.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 8)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = +self.left

    def result(self):
        return None
