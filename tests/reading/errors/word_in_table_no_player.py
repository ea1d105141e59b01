# A table of words has one that names no player.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.owner = {cell: "A" if cell.row else "C" for cell in self.cells}
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.owner[cell] == self.turn)
        self.turn = self.turn.next

    def result(self):
        return None
