# A domain names an element twice.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "A")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
