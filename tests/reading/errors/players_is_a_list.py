# The players are a plain list.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = ["A", "B"]
        self.go = Flag()

    @move
    def play(self):
        self.go = not self.go

    def result(self):
        return None
