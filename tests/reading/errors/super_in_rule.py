# A rule calls the rule it overrides.
from boardproof.rules import *


def plain():
    class Plain(Game):
        def setup(self):
            self.players = Players("A", "B")
            self.turn = Turn(self.players)

        @move
        def play(self):
            self.turn = self.turn.next

        def result(self):
            return None

    return Plain


class Wrong(plain()):
    @move
    def play(self):
        super().play()
