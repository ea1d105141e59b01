# A step from a cell to a cell comes apart into three.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.steps = Domain(*[(a, b) for a in self.cells for b in a.neighbours])
        self.turn = Turn(self.players)

    @move(step="steps")
    def play(self, step):
        a, b, c = step
        self.turn = self.turn.next

    def result(self):
        return None
