# A key is computed by a rule that changes the position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.heaps = Range(0, 1)
        self.heap = Map(self.heaps, Range(0, 3))
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.heap[self.pick()] += 1

    def pick(self):
        self.turn = self.turn.next
        return 0

    def result(self):
        return None
