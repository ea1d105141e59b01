# A predicate changes the position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    @predicate
    def passed(self):
        self.turn = self.turn.next
        return True

    def result(self):
        return None
