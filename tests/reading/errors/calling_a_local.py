# A local value is called.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        after = self.turn.next
        self.turn = after()

    def result(self):
        return None
