# A map's item leaves its range after some moves.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.heaps = Range(0, 1)
        self.heap = Map(self.heaps, Range(0, 3))
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.heap[0] += 2

    def result(self):
        return None
