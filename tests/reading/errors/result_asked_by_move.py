# A move asks for the result, which rests on whether it is legal.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.at = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def put(self, cell):
        require(self.at[cell] is None and self.result() is None)
        self.at[cell] = self.turn
        self.turn = self.turn.next

    def stuck(self):
        return Draw()
