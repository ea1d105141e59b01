# A rule imports from a module.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        from math import gcd
        self.turn = self.turn.next

    def result(self):
        return None
