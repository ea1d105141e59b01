# Something is reached where there are no neighbours.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Range(1, 4)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.cells.reach(1, within=self.taken))
        self.turn = self.turn.next

    def result(self):
        return None
