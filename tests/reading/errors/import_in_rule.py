# A rule imports a module.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        import math
        self.turn = self.turn.next

    def result(self):
        return None
