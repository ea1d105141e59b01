# A rule calls a function written beside the class.
from boardproof.rules import *

def after(player):
    return player.next


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = after(self.turn)

    def result(self):
        return None
