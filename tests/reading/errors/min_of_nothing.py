# The least of an empty list is asked for.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.steps = []
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = min(self.steps)

    def result(self):
        return None
