# A rule changes a global.
from boardproof.rules import *

played = False


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        global played
        played = True

    def result(self):
        return None
