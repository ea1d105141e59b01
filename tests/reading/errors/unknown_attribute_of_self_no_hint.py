# A variable is read that nobody declared.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.winner is None)
        self.turn = self.turn.next

    def result(self):
        return None
