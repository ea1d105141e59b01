# A rule divides into fractions.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 8, start=8)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = self.left / 2
        self.turn = self.turn.next

    def result(self):
        return None
