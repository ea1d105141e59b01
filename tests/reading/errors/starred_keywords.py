# A rule spreads a table into named arguments.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.table = {'player': 'A'}
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.pass_to(**self.table)

    def pass_to(self, player):
        self.turn = player.next

    def result(self):
        return None
