# A rule uses match.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        match self.turn:
            case "A":
                self.turn = self.turn.next

    def result(self):
        return None
