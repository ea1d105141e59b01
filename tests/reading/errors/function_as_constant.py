# A function is kept as a constant.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.after = lambda player: player.next
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.after(self.turn)

    def result(self):
        return None
