# An argument ranges over words that are no elements.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.words = ("x", "y")
        self.turn = Turn(self.players)

    @move(word="words")
    def play(self, word):
        self.turn = self.turn.next

    def result(self):
        return None
