# A turn is declared over plain words.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn("A", "B")

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
