# A rule passes the game itself on.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.help(self)

    def help(self, game):
        self.turn = self.turn.next

    def result(self):
        return None
