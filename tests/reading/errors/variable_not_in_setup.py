# A variable is declared as a class field.
from boardproof.rules import *


class Wrong(Game):
    go = Flag()

    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.go = not self.go

    def result(self):
        return None
