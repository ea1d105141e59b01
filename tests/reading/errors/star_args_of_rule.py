# A rule takes any number of arguments.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.pass_to(self.turn)

    def pass_to(self, *players):
        self.turn = self.turn.next

    def result(self):
        return None
