# A list's item is asked for that a reachable position has not.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.steps = [1, 2]
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = self.steps[self.left]

    def result(self):
        return None
