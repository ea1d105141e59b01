# A rule changes a constant.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.size = 2
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.size = 3

    def result(self):
        return None
