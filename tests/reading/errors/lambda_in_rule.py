# A rule makes a function on the fly.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        after = lambda player: player.next
        self.turn = after(self.turn)

    def result(self):
        return None
