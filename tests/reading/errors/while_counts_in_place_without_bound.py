# A loop counts in place and nothing bounds the count.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        n = 0
        while self.turn == 'A':
            n += 1
            self.turn = self.turn.next if n > 3 else self.turn

    def result(self):
        return None
