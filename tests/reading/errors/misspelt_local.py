# A local name is misspelt.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        player = self.turn
        self.turn = plaier.next

    def result(self):
        return None
