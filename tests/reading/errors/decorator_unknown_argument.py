# A decorator names an argument that the move lacks.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(square="cells", cell="cells")
    def play(self, cell):
        self.turn = self.turn.next

    def result(self):
        return None
