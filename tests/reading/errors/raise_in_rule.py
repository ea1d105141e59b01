# A rule raises an exception where a move is not legal.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        raise ValueError('not now')

    def result(self):
        return None
