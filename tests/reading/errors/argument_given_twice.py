# A rule is given one argument twice.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after(self.turn, player=self.turn)

    def after(self, player):
        return player.next

    def result(self):
        return None
