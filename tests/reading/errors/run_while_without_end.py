# A loop goes round for ever on a reachable position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        while self.turn == 'A':
            self.turn = self.turn.next.next

    def result(self):
        return None
