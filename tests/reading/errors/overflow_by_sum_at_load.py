# A sum always lies beyond its variable's range.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 20)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = self.left + 30

    def result(self):
        return None
