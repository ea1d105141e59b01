# The turn is compared with a word that is no player.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.turn == "C")
        self.turn = self.turn.next

    def result(self):
        return None
