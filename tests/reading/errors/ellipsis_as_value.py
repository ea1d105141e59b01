# A rule is left unfinished.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = ...

    def result(self):
        return None
