# A loop's name is used after a loop that may not run.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        for n in range(self.left):
            self.turn = self.turn.next
        self.left = n

    def result(self):
        return None
