# setup requires what the parameters do not give.
from boardproof.rules import *


class Wrong(Game):
    size = Parameter(3)

    def setup(self):
        self.players = Players("A", "B")
        require(self.size > 3, "size must be more than 3")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
