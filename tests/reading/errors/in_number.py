# A value is looked for in a number.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(1 in self.left)
        self.turn = self.turn.next

    def result(self):
        return None
