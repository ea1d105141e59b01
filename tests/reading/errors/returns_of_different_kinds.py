# A rule returns values of different kinds.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.thing() == 1)
        self.turn = self.turn.next

    def thing(self):
        if self.turn == 'A':
            return 1
        return self.turn

    def result(self):
        return None
