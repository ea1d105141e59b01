# A map starts with a value it cannot hold.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.heaps = Range(0, 1)
        self.heap = Map(self.heaps, Range(0, 3), start=lambda heap: heap + 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.heap[0] -= 1

    def result(self):
        return None
