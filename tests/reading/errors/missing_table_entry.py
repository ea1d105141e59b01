# A constant table is asked for a key it has not.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.after = {"A": "B", "B": "A"}
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after["C"]

    def result(self):
        return None
