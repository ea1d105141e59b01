# A derived value changes the position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after

    @derived
    def after(self):
        self.turn = self.turn.next
        return self.turn

    def result(self):
        return None
