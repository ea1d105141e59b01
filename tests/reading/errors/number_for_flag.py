# A number is assigned to a flag.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.go = Flag()
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.go = 1

    def result(self):
        return None
