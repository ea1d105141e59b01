# A rule prints.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        print(self.turn)
        self.turn = self.turn.next

    def result(self):
        return None
