# The absolute value of a player is asked for.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(abs(self.turn) == 1)
        self.turn = self.turn.next

    def result(self):
        return None
