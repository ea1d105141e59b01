# A reading is compared with a number.
from boardproof.rules import *


class Wrong(Game):
    win = Reading("contains", "equals", says="Uno in W")

    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.win == 1)
        self.turn = self.turn.next

    def result(self):
        return None
