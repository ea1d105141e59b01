# A variable has the name of a word of the language.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.result = Flag()
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
