# A loop's name is a state variable.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        for self.turn in self.players:
            pass

    def result(self):
        return None
