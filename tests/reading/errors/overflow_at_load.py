# A number is assigned that its variable cannot hold.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 20)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.left = 25

    def result(self):
        return None
