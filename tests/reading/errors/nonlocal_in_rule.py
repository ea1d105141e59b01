# A rule changes a name of the function around its class.
from boardproof.rules import *


def make():
    played = 0

    class Wrong(Game):
        def setup(self):
            self.players = Players("A", "B")
            self.turn = Turn(self.players)

        @move
        def play(self):
            nonlocal played
            played = 1

        def result(self):
            return None

    return Wrong


Wrong = make()
