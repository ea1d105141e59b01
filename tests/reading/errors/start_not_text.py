# The starting positions are given by something else than a text.
from boardproof.rules import *


class Wrong(Game):

    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3, start=2)
        self.turn = Turn(self.players)
        self.start = any_position(self.left)

    @predicate(player="players")
    def winning(self, player):
        return self.left == 0 and self.turn != player

    @move
    def take(self):
        require(self.left > 0, "there is nothing left")
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn.previous) if self.left == 0 else None
