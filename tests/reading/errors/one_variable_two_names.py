# One variable object has two names.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.go = self.done = Flag()
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.go = not self.go

    def result(self):
        return None
