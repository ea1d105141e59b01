# A parameter has the name of a rule.
from boardproof.rules import *


class Wrong(Game):
    size = Parameter(3)

    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def size(self):
        return 3

    def result(self):
        return None
