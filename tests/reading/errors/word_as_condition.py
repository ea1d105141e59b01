# A word stands where a condition is needed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require('the cell is free')
        self.turn = self.turn.next

    def result(self):
        return None
