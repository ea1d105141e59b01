# The table of what an argument ranges over lacks a cell.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.near = {self.cells[0, 0]: self.cells}
        self.turn = Turn(self.players)

    @move(source="cells", target="near[source]")
    def play(self, source, target):
        self.turn = self.turn.next

    def result(self):
        return None
