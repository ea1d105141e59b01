# A rule compares two values with `is`.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.turn is self.players.A)
        self.turn = self.turn.next

    def result(self):
        return None
