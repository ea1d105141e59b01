# The set that an argument ranges over depends on one that comes after it.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.near = {cell: cell.neighbours for cell in self.cells}
        self.turn = Turn(self.players)

    @move(source="near[target]", target="cells")
    def play(self, source, target):
        self.turn = self.turn.next

    def result(self):
        return None
