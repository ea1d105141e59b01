# A map is read at a number outside its domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.heaps = Range(0, 3)
        self.heap = Map(self.heaps, Range(0, 3))
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.heap[4] > 0)
        self.turn = self.turn.next

    def result(self):
        return None
