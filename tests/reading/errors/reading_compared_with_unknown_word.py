# A reading is compared with a word that it cannot be.
from boardproof.rules import *


class Wrong(Game):
    win = Reading("contains", "equals", says="Uno in W")

    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.win == "equal")
        self.turn = self.turn.next

    def result(self):
        return None
