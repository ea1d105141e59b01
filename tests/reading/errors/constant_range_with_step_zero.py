# A range of constants has step 0.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        for n in range(0, 3, 0):
            self.turn = self.turn.next

    def result(self):
        return None
