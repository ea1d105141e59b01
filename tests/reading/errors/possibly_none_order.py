# A number that may be None is compared by order.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = One(Range(0, 3) | None)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.left < 3)
        self.turn = self.turn.next

    def result(self):
        return None
