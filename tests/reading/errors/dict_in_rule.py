# A rule builds a dictionary.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        after = {"A": "B", "B": "A"}
        self.turn = after[self.turn]

    def result(self):
        return None
