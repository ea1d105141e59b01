# A rule calls itself on every way through.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.count() > 0)
        self.turn = self.turn.next

    def count(self):
        return 1 + self.count()

    def result(self):
        return None
