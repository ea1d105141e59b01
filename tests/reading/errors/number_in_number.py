# A constant number is looked into.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.size = 3
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(1 in self.size)
        self.turn = self.turn.next

    def result(self):
        return None
