# A predicate returns nothing on one way through.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    @predicate
    def first(self):
        if self.turn == "A":
            return True

    def result(self):
        return None
