# A loop has an else.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        for player in self.players:
            if player != self.turn:
                break
        else:
            self.turn = player

    def result(self):
        return None
