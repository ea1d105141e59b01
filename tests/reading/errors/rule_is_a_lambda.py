# A rule is written as a lambda.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after()

    after = lambda self: self.turn.next

    def result(self):
        return None
