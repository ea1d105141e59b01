# A rule uses a context manager.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        with open('log') as log:
            self.turn = self.turn.next

    def result(self):
        return None
