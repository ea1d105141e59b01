# Two names get three values.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        a, b = self.turn, self.turn, self.turn
        self.turn = a

    def result(self):
        return None
