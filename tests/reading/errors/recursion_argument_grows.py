# A number grows from call to call.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.count(0) > 0)
        self.turn = self.turn.next

    def count(self, n):
        if self.turn == 'A':
            return 1
        return self.count(n + 1)

    def result(self):
        return None
