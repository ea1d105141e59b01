# A rule that may return nothing is used as if it always did.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after()

    def after(self):
        if self.turn == "A":
            return self.turn.next

    def result(self):
        return None
