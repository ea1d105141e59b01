# A rule defines a function.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        def after(player):
            return player.next
        self.turn = after(self.turn)

    def result(self):
        return None
