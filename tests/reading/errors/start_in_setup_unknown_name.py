# The text of the starting positions, in setup, names something that there is not.
from boardproof.rules import *


class Wrong(Game):

    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3, start=2)
        self.turn = Turn(self.players)
        self.start = any_position(f"left >= {1} and truns == A")

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
