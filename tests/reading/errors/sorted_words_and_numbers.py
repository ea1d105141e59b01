# Things without a common order are sorted.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.odd = (1, 'A')
        self.turn = Turn(self.players)

    @move
    def play(self):
        for what in sorted(self.odd):
            self.turn = self.turn.next

    def result(self):
        return None
