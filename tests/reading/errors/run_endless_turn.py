# A turn comes back to where it was, and need never end.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.places = Range(0, 2)
        self.numbers = Range(1, 2)
        self.at = One(self.places, start=2)
        self.turn = Turn(self.players)

    @move(number="numbers")
    def walk(self, number):
        self.at = (self.at + number) % 3
        if self.at == 2:
            self.turn = self.turn.next

    def unfinished(self):
        return self.at != 2

    def result(self):
        return Win(self.turn) if self.turn == self.players.B else None
