# A rule requires something and then calls itself on every way.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.linger()

    def linger(self):
        require(self.turn == "A")
        self.linger()

    def result(self):
        return None
