# A number starts outside its range.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 20, start=25)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left -= 1

    def result(self):
        return None
