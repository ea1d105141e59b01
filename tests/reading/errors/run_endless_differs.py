# What a game without end is worth changes while it goes round.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.on = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def turn_over(self, cell):
        self.on ^= {cell}
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn) if self.on == self.cells else None

    def endless(self):
        return Win(self.turn)
