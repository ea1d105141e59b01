# A map is declared over a number.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.heap = Map(3, Range(0, 3))
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.heap[0] -= 1

    def result(self):
        return None
