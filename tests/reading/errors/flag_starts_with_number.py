# A flag starts with a number.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.go = Flag(1)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.go = not self.go

    def result(self):
        return None
