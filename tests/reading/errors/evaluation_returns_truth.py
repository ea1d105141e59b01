# The evaluation is not a number.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move
    def take(self):
        require(self.left > 0)
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn) if self.left == 0 else None

    def evaluation(self, player):
        return self.turn == player
