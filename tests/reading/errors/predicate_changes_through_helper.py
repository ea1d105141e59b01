# A predicate calls a rule that changes the position.
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
        self.pass_on()
        return True

    def pass_on(self):
        self.turn = self.turn.next

    def result(self):
        return None
