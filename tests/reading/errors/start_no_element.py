# A variable starts with no element of its domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players, start="C")

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
