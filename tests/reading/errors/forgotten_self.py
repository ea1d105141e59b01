# A state variable is read without self.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        turn_after = turn.next
        self.turn = turn_after

    def result(self):
        return None
