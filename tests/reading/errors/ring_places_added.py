# Two places of a ring are added.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.ring = Ring(5)
        self.at = One(self.ring)
        self.turn = Turn(self.players)

    @move(place="ring")
    def play(self, place):
        self.at = self.at + place
        self.turn = self.turn.next

    def result(self):
        return None
