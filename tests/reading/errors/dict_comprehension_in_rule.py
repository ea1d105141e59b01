# A rule builds a dictionary by a comprehension.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        after = {p: p.next for p in self.players}
        self.turn = after[self.turn]

    def result(self):
        return None
