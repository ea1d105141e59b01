# A rule catches exceptions.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        try:
            self.turn = self.turn.next
        except ValueError:
            pass

    def result(self):
        return None
