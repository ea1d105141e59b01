# A rule has an argument that can only be named.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.pass_to(player=self.turn)

    def pass_to(self, *, player):
        self.turn = player.next

    def result(self):
        return None
