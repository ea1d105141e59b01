# The game has no setup.
from boardproof.rules import *


class Wrong(Game):
    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
