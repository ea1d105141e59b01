# A rule changes a parameter.
from boardproof.rules import *


class Wrong(Game):
    size = Parameter(2)

    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.size = 3

    def result(self):
        return None
