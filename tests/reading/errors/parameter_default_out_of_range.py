# A parameter's default is outside its range.
from boardproof.rules import *


class Wrong(Game):
    size = Parameter(3, at_least=4)

    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
