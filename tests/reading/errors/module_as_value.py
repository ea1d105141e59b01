# A rule uses a module.
from boardproof.rules import *

import math


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(math.pi > 3)
        self.turn = self.turn.next

    def result(self):
        return None
