# A rule assigns to a misspelt variable.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.trun = self.turn.next

    def result(self):
        return None
