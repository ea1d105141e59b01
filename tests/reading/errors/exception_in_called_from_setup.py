# A function that setup calls goes wrong.
from boardproof.rules import *

def lines_of(size):
    return [1, 2][size]


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.lines = list(lines_of(3))
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
