# min gets a default.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.steps = Range(0, 3)
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = min((n for n in self.steps), default=0)

    def result(self):
        return None
