# A variable is declared over an empty domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.pick = One(Domain())
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.pick = self.pick.next

    def result(self):
        return None
