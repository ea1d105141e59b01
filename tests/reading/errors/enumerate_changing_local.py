# A list in a local name that changes is numbered.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        ways = (1, 2)
        if cell.row == 1:
            ways = (2, 1)
        for at, way in enumerate(ways):
            require(at != way)
        self.turn = self.turn.next

    def result(self):
        return None
