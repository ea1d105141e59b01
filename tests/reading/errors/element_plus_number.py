# A number is added to an element that is on no ring.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.names = Domain("x", "y")
        self.at = One(self.names)
        self.turn = Turn(self.players)

    @move(name="names")
    def play(self, name):
        self.at = name + 1
        self.turn = self.turn.next

    def result(self):
        return None
