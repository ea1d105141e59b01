# Three players are taken apart into two.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B", "C")
        self.turn = Turn(self.players)

    @move
    def play(self):
        a, b = self.players
        self.turn = a

    def result(self):
        return None
