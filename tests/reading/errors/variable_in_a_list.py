# State variables are kept in a list.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.flags = [Flag(), Flag()]
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
