# The value of a rule that returns nothing is used.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after()

    def after(self):
        self.turn = self.turn.next

    def result(self):
        return None
