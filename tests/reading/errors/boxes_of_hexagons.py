# Boxes are asked of the edges between hexagons.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Edges(Hexagons(2, 2))
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(len(self.cells.boxes) > 1)
        self.turn = self.turn.next

    def result(self):
        return None
