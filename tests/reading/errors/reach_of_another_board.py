# What is reached is on another board.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.points = Graph("abc", ["ab", "bc"])
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(len(self.points.reach("a", within=self.taken)) > 1)
        self.turn = self.turn.next

    def result(self):
        return None
