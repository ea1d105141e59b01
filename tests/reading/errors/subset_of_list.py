# A subset is declared over a plain list.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.used = Subset([1, 2, 3])
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.used |= {1}

    def result(self):
        return None
