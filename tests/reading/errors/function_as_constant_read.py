# A function is kept as a constant and handed on.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.after = lambda player: player.next
        self.turn = Turn(self.players)

    @move
    def play(self):
        after = self.after
        self.turn = self.turn.next

    def result(self):
        return None
