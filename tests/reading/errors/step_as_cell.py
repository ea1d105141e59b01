# A step is used where a cell is needed.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.steps = Domain(*[(a, b) for a in self.cells for b in a.neighbours])
        self.at = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(step="steps")
    def play(self, step):
        self.at[step] = self.turn
        self.turn = self.turn.next

    def result(self):
        return None
