# A rule changes a constant table.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.after = {"A": "B", "B": "A"}
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.after["A"] = "A"

    def result(self):
        return None
