# A rule has a decorator that is no word of the language.
from boardproof.rules import *

from functools import lru_cache


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.pass_on()

    @lru_cache
    def pass_on(self):
        self.turn = self.turn.next

    def result(self):
        return None
