# A range has step 0.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        for n in range(0, self.left, 0):
            self.turn = self.turn.next

    def result(self):
        return None
