# The first argument has another name than self.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(this):
        this.turn = this.turn.next

    def result(self):
        return None
