# A rule is a static method.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after(self.turn)

    @staticmethod
    def after(player):
        return player.next

    def result(self):
        return None
