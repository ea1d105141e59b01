# No state is declared.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")

    @move
    def play(self):
        pass

    def result(self):
        return None
