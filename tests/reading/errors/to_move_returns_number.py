# The player to move is a number.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.go = Flag()

    @move
    def play(self):
        self.go = not self.go

    def to_move(self):
        return 1 if self.go else 0

    def result(self):
        return None
