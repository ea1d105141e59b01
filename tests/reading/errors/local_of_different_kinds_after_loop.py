# A local name is one thing before a loop and another after it.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        what = 1
        for player in self.players:
            if player != self.turn:
                what = player
        self.turn = what

    def result(self):
        return None
