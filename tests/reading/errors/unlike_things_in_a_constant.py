# A constant set has values of different kinds.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.odd = {1, 'A'}
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.turn in self.odd)
        self.turn = self.turn.next

    def result(self):
        return None
