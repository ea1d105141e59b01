# Nobody is to move on one way through.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.go = Flag()

    @move
    def play(self):
        self.go = not self.go

    def to_move(self):
        if self.go:
            return self.players.A

    def result(self):
        return None
