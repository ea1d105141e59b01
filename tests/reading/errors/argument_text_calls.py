# The text that says what an argument ranges over calls something.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.near = {cell: cell.neighbours for cell in self.cells}
        self.turn = Turn(self.players)

    @move(source="cells", target="sorted(near[source])")
    def play(self, source, target):
        self.turn = self.turn.next

    def result(self):
        return None
